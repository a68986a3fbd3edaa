import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { text } from '#text/reading'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { useHref } from '#i18n/addresses/use-href'
import { PostCard } from '#features/posts/post-card'
import { latestPostsQuery } from '#features/posts/queries'
import { EmptySheet } from '#site/lists/empty-sheet'
import { SectionHeading } from './section-heading'
import { type HomeContent, Stored } from './stored'

const mostPosts = 3

/**
 * Hidden until the home content and the posts are loaded; stays hidden if they cannot be loaded, or if the content has
 * no blog section.
 */
export function BlogPreview() {
  return (
    <Region loading={null} failed={null}>
      <Stored part={BlogSection} />
    </Region>
  )
}

function BlogSection({ content }: HomeContent) {
  const t = useText()
  const href = useHref()
  const title = text(content, 'blogTitle')
  const subtitle = text(content, 'blogSubtitle')
  const callToAction = text(content, 'blogCta')
  if (title === undefined && subtitle === undefined) return null
  return (
    <section className="section section-sunken" aria-labelledby="blog-title">
      <SectionHeading id="blog-title" title={title ?? t('blog.title')} subtitle={subtitle}>
        {callToAction && (
          <Link className="button" href={href(sitePaths.blog)}>
            {callToAction}
          </Link>
        )}
      </SectionHeading>
      <LatestPosts />
    </section>
  )
}

function LatestPosts() {
  const t = useText()
  const { data: posts } = useSuspenseQuery(latestPostsQuery())
  if (posts.length === 0) return <EmptySheet title={t('blog.none')} />
  return (
    <ul className="latest-posts">
      {posts.slice(0, mostPosts).map((post, index) => (
        <li key={post.id}>
          <PostCard
            post={post}
            heading="h3"
            sizes={`(min-width: 60rem) ${index === 0 ? '52vw' : '15vw'}, ${index === 0 ? '94vw' : '(min-width: 48rem) 45vw, 94vw'}`}
          />
        </li>
      ))}
    </ul>
  )
}
