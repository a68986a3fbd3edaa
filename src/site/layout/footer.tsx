import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { siteAtom, versionLabel } from '#contract/site'
import { Link } from '#ui/link'
import { Brand } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'
import { LanguageSelector } from './language-selector'
import { SiteLinks } from './site-links'
import { SocialLinks } from './social-links'
import { useSiteText } from './use-site-text'

/** The title block of the sheet. */
export function Footer() {
  const t = useText()
  const say = useSiteText()
  const href = useHref()
  const site = useAtomValue(siteAtom)
  return (
    <footer className="site-footer">
      <div className="footer-block footer-brand">
        <Link className="brand" href={href(sitePaths.home)}>
          <Brand />
        </Link>
        <p {...(site.footer ? say(site.footer) : { children: t('footer.tagline') })} />
      </div>
      <nav className="footer-block" aria-labelledby="footer-company">
        <h2 id="footer-company">{t('footer.company')}</h2>
        <SiteLinks />
      </nav>
      <div className="footer-block">
        <h2 id="footer-industries">{t('footer.industries')}</h2>
        <ul aria-labelledby="footer-industries">
          <li>{t('footer.education')}</li>
          <li>{t('footer.manufacturing')}</li>
          <li>{t('footer.realEstate')}</li>
        </ul>
      </div>
      <div className="footer-block">
        <h2 id="footer-social">{t('footer.social')}</h2>
        <SocialLinks />
      </div>
      <div className="footer-block footer-language">
        <LanguageSelector />
      </div>
      <p className="footer-block footer-copyright" {...say(site.copyright)} />
      <p className="footer-block footer-legal">
        <Link href={href(sitePaths.legal)}>{t('footer.legal')}</Link>
      </p>
      <p className="footer-block footer-version">{versionLabel}</p>
    </footer>
  )
}
