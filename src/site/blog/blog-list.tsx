import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { pageIn } from '#contract/list-pages'
import { sitePaths } from '#i18n/addresses/paths'
import { text } from '#text/reading'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { usePageContent } from '#features/pages/use-page-content'
import { PostCard, PostCardSkeleton } from '#features/posts/post-card'
import { postsPageQuery } from '#features/posts/queries'
import { EmptySheet } from '#site/lists/empty-sheet'
import { loadFailure } from '#site/not-found/load-failure'
import { ListPages } from '#site/lists/list-pages'
import { PageHead } from '#site/layout/page-head'
import { PageHeading, PageHeadingSkeleton } from '#site/lists/page-heading'
import { Pager } from '#site/lists/pager'
import { useUrlQuery } from '#site/search/use-url-query'

const placeholders = 4

export function BlogList() {
  return (
    <ListPages query={postsPageQuery}>
      <PageHead page="blog" />
      <Region loading={<PageHeadingSkeleton />} failed={<BlogHeading content={{}} />}>
        <StoredHeading />
      </Region>
      <div className="page-body">
        <Region loading={<CardSkeletons />} failed={loadFailure}>
          <PostCards />
        </Region>
      </div>
    </ListPages>
  )
}

function StoredHeading() {
  return <BlogHeading content={usePageContent('blog')} />
}

function BlogHeading({ content }: { content: Record<string, unknown> }) {
  const t = useText()
  return (
    <PageHeading
      title={text(content, 'blogTitle') ?? t('blog.listTitle')}
      subtitle={text(content, 'blogSubtitle') ?? t('blog.listSubtitle')}
    />
  )
}

/** A page of posts, and the way to the others. */
export function PostCards({ category }: { category?: string }) {
  const t = useText()
  const page = pageIn(useUrlQuery())
  const { rows: posts, total } = useSuspenseQuery(postsPageQuery(page, category)).data
  if (posts.length === 0)
    return (
      <EmptySheet
        title={t('blog.empty')}
        text={t('blog.emptyText')}
        link={{ path: sitePaths.contact, text: t('contact.formTitle') }}
      />
    )
  return (
    <>
      <ul className="post-register">
        {posts.map((post, index) => (
          <li key={post.id}>
            <PostCard
              post={post}
              heading="h2"
              sizes={`(min-width: 60rem) ${index === 0 ? '56vw' : '24rem'}, (min-width: 48rem) 36vw, 94vw`}
              priority={index === 0}
            />
          </li>
        ))}
      </ul>
      <Pager total={total} />
    </>
  )
}

export function CardSkeletons() {
  const t = useText()
  return (
    <Loading label={t('blog.loading')}>
      <div className="post-register">
        {Array.from({ length: placeholders }, (_, index) => (
          <div key={index}>
            <PostCardSkeleton />
          </div>
        ))}
      </div>
    </Loading>
  )
}
