import { useAtomValue } from 'jotai'
import { useLocation } from 'react-router'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { siteAtom } from '#contract/site'
import { isLanguage, languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { Link } from '#ui/link'
import { Brand } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'
import { SiteLinks } from './site-links'
import { TitleBlock, type TitleBlockProps } from './title-block'
import { useLanguageChoice } from './use-language-choice'
import { useSiteText } from './use-site-text'

export function Footer(sheet: TitleBlockProps) {
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
      {!site.hidden?.includes('industries') && (
        <div className="footer-block">
          <h2 id="footer-industries">{t('footer.industries')}</h2>
          <ul aria-labelledby="footer-industries">
            <li>{t('footer.education')}</li>
            <li>{t('footer.manufacturing')}</li>
            <li>{t('footer.realEstate')}</li>
          </ul>
        </div>
      )}
      {site.social.length > 0 && (
        <div className="footer-block">
          <h2 id="footer-social">{t('footer.social')}</h2>
          <SocialLinks />
        </div>
      )}
      <div className="footer-block footer-language">
        <LanguageSelector />
      </div>
      <div className="cells">
        <TitleBlock {...sheet} />
        <p className="footer-copyright" {...say(site.copyright)} />
        <p>
          <Link href={href(sitePaths.legal)}>{t('footer.legal')}</Link>
        </p>
        {!site.hidden?.includes('version') && <p>{t('footer.version')}</p>}
      </div>
    </footer>
  )
}

/** Links to the company's other profiles. */
function SocialLinks() {
  const t = useText()
  const { social } = useAtomValue(siteAtom)
  return (
    <ul aria-labelledby="footer-social">
      {social.map(({ kind, url, name }) => (
        <li key={kind + url}>
          <a
            href={url}
            {...(name && {
              target: '_blank',
              rel: kind === 'mastodon' ? 'me noopener noreferrer' : 'noopener noreferrer',
              'aria-label': t('footer.newTab', { name }),
            })}
          >
            <svg width="28" height="21">
              <use href={`/icons.svg#${kind}`} />
            </svg>
            {name || t('footer.email')}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** In a form, so that it works without scripts. */
function LanguageSelector() {
  const t = useText()
  const { pathname } = useLocation()
  const [language, setLanguage] = useLanguageChoice()
  return (
    <form className="language-form" method="get" action={pathname}>
      <h2>
        <label htmlFor="language">{t('footer.language')}</label>
      </h2>
      <select
        id="language"
        name="lang"
        value={language}
        onChange={({ target }) => isLanguage(target.value) && setLanguage(target.value)}
      >
        {languages.map((code) => (
          <option key={code} value={code} lang={code}>
            {locales[code]}
          </option>
        ))}
      </select>
      <button className="button without-scripts">{t('language.apply')}</button>
    </form>
  )
}
