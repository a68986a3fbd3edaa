import { useSuspenseQuery } from '@tanstack/react-query'
import { categoriesQuery } from '#features/posts/categories-query'
import { categoryPath, postPath } from '#features/posts/paths'
import type { PostSummary } from '#features/posts/contract'
import { latestPostsQuery } from '#features/posts/queries'
import { searchSizeQuery } from '#features/search/page-queries'
import { sitePaths } from '#i18n/addresses/paths'
import { useAddressLanguage, useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { LongDate } from '#i18n/long-date'
import { localize, recordHref, textLanguage } from '#records/translation/localize'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { SearchRow } from './search-row'

/** What a search without results shows: an empty sheet, and where else to begin. */
export function NothingFound() {
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
export function StartingPoints({ title }: { title: string }) {
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
