import type { ReactNode } from 'react'
import { useArrival, useTabTitle } from '#ui/controls/screen'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { AdminBrand } from './admin-brand'
import { LanguageSwitch } from './language-switch'

/** A screen that a link opens without a session: one sheet with one form, which takes the focus itself. */
export function LinkSheet({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const t = useText()
  const href = useHref()
  useTabTitle(title)
  useArrival(() => {})
  return (
    <main className="admin-login">
      <div className="admin-login-sheet">
        <AdminBrand />
        <div>
          <h1>{title}</h1>
          <p className="kit-note">{intro}</p>
        </div>
        {children}
        <footer className="admin-login-foot">
          <a href={href(sitePaths.home)}>{t('login.toSite')}</a>
          <LanguageSwitch />
        </footer>
      </div>
    </main>
  )
}
