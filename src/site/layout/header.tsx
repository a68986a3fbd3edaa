import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { Link } from '#ui/link'
import { Brand } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'
import { LanguageButtons } from './language-buttons'
import { Menu } from './menu'
import { SearchBox } from './search-box'
import { SiteLinks } from './site-links'

export function Header() {
  const t = useText()
  const href = useHref()
  return (
    <header className="site-header">
      <Link className="brand" href={href(sitePaths.home)}>
        <Brand />
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
