import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { pageIn } from '#contract/list-pages'
import { sitePaths } from '#i18n/addresses/paths'
import { versionsOf } from '#i18n/addresses/versions-of'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { useHref, usePageMatch } from '#i18n/addresses/use-href'
import { categoryPath } from '#features/posts/paths'
import { postsPageQuery } from '#features/posts/queries'
import { localize } from '#records/translation/localize'
import { Cards, CardSkeletons } from '#site/lists/record-list'
import { postListing } from './blog-list'
import { NotFound } from '#site/not-found/not-found'
import { PageHead } from '#site/layout/page-head'
import { PageHeading, PageHeadingSkeleton } from '#site/lists/page-heading'
import { useUrlQuery } from '#site/search/use-url-query'

/** The posts of one category. */
export function BlogCategory() {
  return (
    <Region loading={<CategorySkeleton />} failed={<NotFound />}>
      <Category />
    </Region>
  )
}

function Category() {
  const t = useText()
  const href = useHref()
  const language = usePageLanguage()
  const slug = usePageMatch(categoryPath)?.params.slug ?? ''
  const page = pageIn(useUrlQuery())
  const { rows, total } = useSuspenseQuery(postsPageQuery(page, slug)).data
  const [first] = rows
  if (!first) return <NotFound />
  const title = localize(first, language).category
  const written = Object.fromEntries(languages.map((code) => [code, { params: { slug } }]))
  return (
    <>
      <PageHead page="blog" item={{ title, versions: versionsOf(categoryPath, written) }} />
      <PageHeading title={title} subtitle={t('blog.categoryText', { count: total })}>
        <p className="back">
          <Link href={href(sitePaths.blog)}>{t('blog.back')}</Link>
        </p>
      </PageHeading>
      <div className="page-body">
        <Cards {...postListing(slug)} />
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
