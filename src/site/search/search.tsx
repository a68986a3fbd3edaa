import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { LongDate } from '#i18n/long-date'
import { searchPath } from '#i18n/addresses/paths'
import { PageMeta } from '#ui/head/page-meta'
import { versionsOf } from '#i18n/addresses/versions-of'
import { wordsOf } from '#text/fold'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { Loading, SkeletonText } from '#ui/skeleton'
import { useHref } from '#i18n/addresses/use-href'
import { useKnownContent } from '#features/pages/use-known-content'
import type { SearchHit } from '#features/search/contract'
import { Marked } from '#features/search/marked'
import { detailedHitsQuery } from '#features/search/page-queries'
import { searchable } from '#features/search/queries'
import { loadFailure } from '#site/not-found/load-failure'
import { PageHeading } from '#site/lists/page-heading'
import { SearchRow } from './search-row'
import { NothingFound, StartingPoints } from './starting-points'
import { useUrlQuery } from './use-url-query'

const versions = versionsOf(searchPath, Object.fromEntries(languages.map((language) => [language, {}])))

/** The search page: an index of the site's sheets. */
export function Search() {
  const t = useText()
  const href = useHref()
  const q = searchable(useUrlQuery().get('q') ?? '')
  return (
    <>
      <PageMeta page="search" home={useKnownContent('home')} versions={versions} />
      <meta name="robots" content="noindex" />
      <PageHeading title={t('search.title')} />
      <div className="page-body search-page">
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not every browser knows the element yet */}
        <form role="search" className="search-form" method="get" action={href(searchPath)}>
          <label htmlFor="search-words">{t('search.words')}</label>
          {/* Without completion, also Back shows the words of the results. */}
          <input id="search-words" key={q} type="search" name="q" maxLength={200} defaultValue={q} autoComplete="off" />
          <button className="button">{t('search.submit')}</button>
        </form>
        {q === '' ? (
          <StartingPoints title={t('search.start')} />
        ) : (
          <Region key={q} loading={<HitsSkeleton />} failed={loadFailure}>
            <Hits q={q} />
          </Region>
        )}
      </div>
    </>
  )
}

function Hits({ q }: { q: string }) {
  const t = useText()
  const language = usePageLanguage()
  const { data: hits } = useSuspenseQuery(detailedHitsQuery(q, language))
  const words = wordsOf(q)
  return (
    <>
      <output>{t('search.found', { count: hits.length, q })}</output>
      {hits.length === 0 && <NothingFound />}
      <ul className="search-hits">
        {hits.toSorted(pagesLast).map((hit) => (
          <li key={hit.url}>
            <Hit hit={hit} words={words} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The texts of the six pages contain many words, and are rarely what is looked for. */
const pagesLast = (one: SearchHit, other: SearchHit) => Number(one.kind === 'page') - Number(other.kind === 'page')

function Hit({ hit, words }: { hit: SearchHit; words: readonly string[] }) {
  const t = useText()
  const { kind, title, url, excerpt, date, picture } = hit
  const named = kind === 'post' ? t('search.post') : kind === 'project' ? t('search.project') : t('search.page')
  return (
    <SearchRow
      kind={
        <>
          <span>{named}</span> {kind === 'post' && date && <LongDate iso={date} />}
        </>
      }
      heading={
        <h2>
          <Link href={url}>
            <Marked text={title} words={words} />
          </Link>
        </h2>
      }
      picture={picture}
    >
      <p>
        <Marked text={excerpt} words={words} />
      </p>
    </SearchRow>
  )
}

function HitsSkeleton() {
  const t = useText()
  return (
    <Loading label={t('search.loading')}>
      <SkeletonText lines={6} />
    </Loading>
  )
}
