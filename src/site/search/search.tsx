import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { LongDate } from '#i18n/long-date'
import { searchPath, sitePaths } from '#i18n/addresses/paths'
import { PageMeta } from '#ui/head/page-meta'
import { versionsOf } from '#i18n/addresses/versions-of'
import { wordsOf } from '#text/fold'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { Loading, SkeletonText } from '#ui/skeleton'
import { useHref, useAddressLanguage } from '#i18n/addresses/use-href'
import { useKnownContent } from '#features/page-contents/use-known-content'
import type { SearchHit } from '#features/search/contract'
import { Marked } from '#features/search/marked'
import { detailedHitsQuery, searchSizeQuery } from '#features/search/page-queries'
import { searchable } from '#features/search/queries'
import { loadFailure } from '#site/not-found/load-failure'
import { PageHeading } from '#site/lists/page-heading'
import type { ReactNode } from 'react'
import { Picture } from '#ui/pictures/picture'
import { categoriesQuery } from '#features/posts/categories-query'
import { latestPostsQuery } from '#features/posts/queries'
import { categoryPath, postPath } from '#features/posts/paths'
import type { PostSummary } from '#features/posts/contract'
import { localize, recordHref, textLanguage } from '#records/translation/localize'
import { useUrlQuery } from '#site/layout/page-head'

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

/** What a search without results shows: an empty sheet, and where else to begin. */
function NothingFound() {
  const t = useText()
  return (
    <>
      <div className="no-hits">
        <NoSheet />
        <Region loading={null} failed={null}>
          <Count />
        </Region>
      </div>
      <StartingPoints title={t('search.none')} />
    </>
  )
}

function Count() {
  const t = useText()
  const { total } = useSuspenseQuery(searchSizeQuery(usePageLanguage())).data
  return <p>{t('search.sheets', { total })}</p>
}

/** A zero, drawn like the number of the not-found page. */
function NoSheet() {
  return (
    <svg viewBox="0 0 320 200" width="320" height="200" aria-hidden="true">
      <path className="drawing-fine" pathLength="1" d="M10 30h300M10 170h300M100 10v180M220 10v180M160 10v180" />
      <path
        className="drawing-line"
        pathLength="1"
        d="M160 30c-44 0-60 30-60 70s16 70 60 70 60-30 60-70-16-70-60-70Z"
      />
      <path
        className="drawing-signal"
        pathLength="1"
        d="M100 188h120M100 181v14M220 181v14M105 183l-10 10M225 183l-10 10M160 80v40M140 100h40"
      />
    </svg>
  )
}

/** The categories, the newest posts, and the way to a person. */
function StartingPoints({ title }: { title: string }) {
  const t = useText()
  const href = useHref()
  return (
    <section className="starting-points" aria-labelledby="starting-points">
      <h2 id="starting-points">{title}</h2>
      <Region loading={null} failed={null}>
        <Newest />
      </Region>
      <div>
        <Region loading={null} failed={null}>
          <Categories />
        </Region>
        <p>
          <Link className="button" href={href(sitePaths.contact)}>
            {t('projects.invite')}
          </Link>
        </p>
      </div>
    </section>
  )
}

function Categories() {
  const href = useHref()
  const language = usePageLanguage()
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  return (
    <ul>
      {categories.slice(0, 6).map((category) => (
        <li key={category.slug}>
          <Link href={href(categoryPath, { slug: category.slug })} lang={textLanguage(category, 'title', language)}>
            {localize(category, language).title}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Newest() {
  const language = usePageLanguage()
  // Those that are hidden from search are not offered by it either.
  const isListed = ({ noindex, translations }: PostSummary) =>
    !noindex && !Object.entries(translations).some(([code, { metadata }]) => code === language && metadata?.noindex)
  const address = useAddressLanguage()
  const { data: posts } = useSuspenseQuery(latestPostsQuery())
  return (
    <ul className="search-hits">
      {posts.filter(isListed).map((post) => (
        <li key={post.id}>
          <SearchRow
            kind={<LongDate iso={post.publishedAt} />}
            heading={
              <h3>
                <Link href={recordHref(postPath, post, address)} lang={textLanguage(post, 'title', language)}>
                  {localize(post, language).title}
                </Link>
              </h3>
            }
            picture={post.imageUrl}
          />
        </li>
      ))}
    </ul>
  )
}

type SearchRowProps = {
  /** What kind of sheet it is, or its date. */
  kind: ReactNode
  /** The heading with its link. */
  heading: ReactNode
  picture?: string | null
  children?: ReactNode
}

/** A row of the index: kind and date, title and text, picture. */
function SearchRow({ kind, heading, picture, children }: SearchRowProps) {
  return (
    <article className="search-hit">
      <p className="search-kind">{kind}</p>
      {heading}
      {children}
      {picture && (
        <div className="search-picture">
          <Picture src={picture} alt="" sizes="10rem" />
        </div>
      )}
    </article>
  )
}
