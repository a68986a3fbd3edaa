import type { ReactNode } from 'react'
import { useText } from '#i18n/i18n'
import { Announcement } from './announcement'
import { Footer } from './footer'
import { Header } from './header'

/** The frame of every public page. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className="sheet">
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      <Announcement />
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  )
}
