import { useAtomValue } from 'jotai'
import { type ReactNode, Fragment } from 'react'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { isLanguage, languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { Link } from '#ui/link'
import { Brand } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'
import { SiteLinks, Header } from './header'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { RouteQuery } from '#i18n/addresses/routing'
import { LongDate } from '#i18n/long-date'
import { Region } from '#ui/region'
import { useLanguageChoice } from './use-language-choice'
import { useSiteText } from './use-site-text'
import { Announcement } from './late-parts'

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

function Footer(sheet: TitleBlockProps) {
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
  const [language, setLanguage] = useLanguageChoice()
  return (
    <form className="language-form" method="get">
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

type TitleBlockProps = {
  /** The path of the page. */
  sheet: string
  /** Of what it shows. */
  query?: RouteQuery
}

/** The title block of a page: who made it, which one it is, and its date. */
function TitleBlock({ sheet, query }: TitleBlockProps) {
  const undated = <Cells sheet={sheet} />
  return query ? (
    <Region loading={undated} failed={undated}>
      <Dated sheet={sheet} query={query} />
    </Region>
  ) : (
    undated
  )
}

/** What a record says about itself. Lists say nothing, and nothing is stored for a page with the built-in texts. */
type Signed = { author?: string; updatedAt?: string; publishedAt?: string }

function Dated({ sheet, query }: Required<TitleBlockProps>) {
  const { author, updatedAt, publishedAt } = useSuspenseQuery<Signed | null>(query).data ?? {}
  return <Cells sheet={sheet} author={author} date={updatedAt ?? publishedAt} />
}

type CellsProps = { sheet: string; author?: string; date?: string }

function Cells({ sheet, author, date }: CellsProps) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  return (
    <>
      <p>
        {t('footer.drawnBy')} <b>{author || name}</b>
      </p>
      <p>
        {t('footer.sheet')}{' '}
        <b>
          {sheet.split(/(?<=\/)/).map((part, index) => (
            // A long address breaks between its parts.
            <Fragment key={index}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </b>
      </p>
      {date && (
        <p>
          {t('footer.date')}{' '}
          <b>
            <LongDate iso={date} />
          </b>
        </p>
      )}
      <p>
        {t('footer.scale')} <b>1:1</b>
      </p>
    </>
  )
}
