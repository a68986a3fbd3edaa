import { useSuspenseQuery } from '@tanstack/react-query'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { pageIn } from '#contract/list-pages'
import { versionsOf } from '#i18n/addresses/versions-of'
import { Region } from '#ui/region'
import { usePageMatch } from '#i18n/addresses/use-href'
import { categoryPath } from '#features/posts/paths'
import { postsPageQuery } from '#features/posts/queries'
import { localize } from '#records/translation/localize'
import { Cards, CardSkeletons } from '#site/lists/record-list'
import { categorySlug } from '#text/slugs/slug'
import { postListing, Topics } from './blog-list'
import { NotFound } from '#site/not-found/not-found'
import { PageHead, useUrlQuery } from '#site/layout/page-head'
import { PageHeading, PageHeadingSkeleton } from '#site/lists/page-heading'

/** The posts of one category. */
export function BlogCategory() {
  return (
    <Region loading={<CategorySkeleton />} failed={<NotFound />}>
      <Category />
    </Region>
  )
}

function Category() {
  const language = usePageLanguage()
  const slug = usePageMatch(categoryPath)?.params.slug ?? ''
  const page = pageIn(useUrlQuery())
  const { rows } = useSuspenseQuery(postsPageQuery(page, slug)).data
  const listing = postListing(slug)
  const [first] = rows
  if (!first) return <NotFound />
  const title = localize(first, language).category
  const written = Object.fromEntries(languages.map((code) => [code, { params: { slug } }]))
  return (
    <>
      <PageHead page="blog" item={{ title, versions: versionsOf(categoryPath, written) }} />
      <PageHeading title={title} />
      <Topics current={categorySlug(first.category)} />
      <div className="page-body">
        <Cards {...listing} />
        {listing.foot}
      </div>
    </>
  )
}

function CategorySkeleton() {
  return (
    <>
      <PageHead page="blog" />
      <PageHeadingSkeleton />
      <div className="page-body">
        <CardSkeletons {...postListing()} />
      </div>
    </>
  )
}
