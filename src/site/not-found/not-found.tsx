import { useText } from '#i18n/i18n'
import { searchPath, sitePaths } from '#i18n/addresses/paths'
import { useKnownContent } from '#features/page-contents/use-known-content'
import { PageMeta } from '#ui/head/page-meta'
import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'
import type { ReactNode } from 'react'

/** The page for an unknown path. */
export function NotFound() {
  const t = useText()
  const href = useHref()
  return (
    <>
      <PageMeta page="notFound" home={useKnownContent('home')} />
      <NotFoundSheet
        title={t('errors.notFoundTitle')}
        text={t('errors.notFoundText')}
        back={{ href: href(sitePaths.home), text: t('errors.home') }}
      >
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not every browser knows the element yet */}
        <form role="search" aria-label={t('search.words')} className="not-found-search" action={href(searchPath)}>
          <div className="field">
            <label htmlFor="not-found-words">{t('search.words')}</label>
            <input id="not-found-words" type="search" name="q" maxLength={200} autoComplete="off" />
          </div>
          <button className="button">{t('search.submit')}</button>
        </form>
        <ul className="not-found-links">
          {(['projects', 'blog', 'contact'] as const).map((page) => (
            <li key={page}>
              <Link href={href(sitePaths[page])}>{t(`nav.${page}`)}</Link>
            </li>
          ))}
        </ul>
      </NotFoundSheet>
    </>
  )
}

type NotFoundSheetProps = {
  title: string
  text: string
  back: { href: string; text: string }
  /** Further ways on. */
  children?: ReactNode
}

/** The 404 page: a drawing sheet with nothing but its number on it. */
export function NotFoundSheet({ title, text, back, children }: NotFoundSheetProps) {
  return (
    <section className="not-found">
      <MissingNumber />
      <div className="not-found-block">
        <h1>{title}</h1>
        <p>{text}</p>
        <p>
          <Link className="button" href={back.href}>
            {back.text}
          </Link>
        </p>
        {children}
      </div>
    </section>
  )
}

/** 404, drawn with dimension lines. */
function MissingNumber() {
  return (
    <svg className="not-found-drawing" viewBox="0 0 640 300" width="640" height="300" aria-hidden="true">
      <path
        className="drawing-fine"
        pathLength="1"
        d="M20 60h600M20 240h600M60 20v260M220 20v260M420 20v260M580 20v260M320 20v260"
      />
      <path
        className="drawing-line"
        pathLength="1"
        d="M180 240V60L60 190h160M320 60c-56 0-80 40-80 90s24 90 80 90 80-40 80-90-24-90-80-90ZM540 240V60L420 190h160"
      />
      <path
        className="drawing-signal"
        pathLength="1"
        d="M240 270h160M240 262v16M400 262v16M246 264l-12 12M406 264l-12 12M320 130v40M300 150h40"
      />
    </svg>
  )
}
