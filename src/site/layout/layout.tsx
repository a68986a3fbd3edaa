import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { Footer } from './footer'
import { Header } from './header'
import { Announcement } from './late-parts'
import type { TitleBlockProps } from './title-block'

type SiteLayoutProps = TitleBlockProps & { children: ReactNode }

/** The frame of every public page. */
export function SiteLayout({ children, ...sheet }: SiteLayoutProps) {
  const t = useText()
  const { announcement } = useAtomValue(siteAtom)
  return (
    <div className="sheet">
      <a className="skip-link" href="#main">
        {t('nav.skip')}
      </a>
      {announcement && <Announcement announcement={announcement} />}
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer {...sheet} />
    </div>
  )
}
