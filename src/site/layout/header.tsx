import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { siteAtom } from '#contract/site'
import { Link } from '#ui/link'
import { Logo } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'
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
        <SiteLinks submenus="header" />
      </nav>
      <SearchBox />
      <LanguageButtons />
      <Menu />
    </header>
  )
}
