import { useText } from '#i18n/i18n'
import { searchPath, sitePaths } from '#i18n/addresses/paths'
import { useKnownContent } from '#features/page-contents/use-known-content'
import { PageMeta } from '#ui/head/page-meta'
import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'
import { NotFoundSheet } from './not-found-sheet'

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
