import { useAtomValue } from 'jotai'
import { useText } from '#base/i18n/i18n'
import { sitePaths } from '#base/paths'
import { siteAtom } from '#base/site'
import { Link } from '#base/ui/link'
import { Logo } from '#base/ui/logo'
import { useHref } from '#base/use-href'
import { LanguageButtons } from './language-buttons'
import { Menu } from './menu'
import { SearchBox } from './search-box'
import { SiteLinks } from './site-links'

export function Header() {
  const t = useText()
  const href = useHref()
  const site = useAtomValue(siteAtom)
  return (
    <header className="site-header">
      <Link className="brand" href={href(sitePaths.home)}>
        <Logo />
        {site.name}
      </Link>
      <nav className="header-links" aria-label={t('nav.main')}>
        <SiteLinks />
      </nav>
      <SearchBox />
      <LanguageButtons />
      <Menu />
    </header>
  )
}
