import type { PostSummary } from '#features/posts/contract'
import { PostCard } from '#features/posts/post-card'
import { postsPageQuery } from '#features/posts/queries'
import { SkeletonPicture, SkeletonText } from '#ui/skeleton'
import { type Listing, RecordList } from '#site/lists/record-list'
import { Author } from './author'
import { NewsLine } from './news-line'
import { Topics } from './topics'

/** All posts, or those of a category. */
export const postListing = (category?: string): Listing<PostSummary> => ({
  section: 'blog',
  page: 'blog',
  className: 'post-register',
  query: (page) => postsPageQuery(page, category),
  renderCard: (post, isFirst) => (
    <>
      <PostCard
        post={post}
        heading="h2"
        sizes={`(min-width: 60rem) ${isFirst ? '56vw' : '24rem'}, (min-width: 48rem) 36vw, 94vw`}
        priority={isFirst}
      />
      {isFirst && post.author && (
        <p className="lead-author">
          <Author name={post.author} />
        </p>
      )}
    </>
  ),
  foot: <NewsLine />,
  skeleton: <PostCardSkeleton />,
})

export const BlogList = () => <RecordList {...postListing()} topics={<Topics />} />

function PostCardSkeleton() {
  return (
    <div className="card post-card">
      <SkeletonPicture />
      <SkeletonText className="card-label" lines={1} />
      <SkeletonText className="card-title" lines={2} />
      <SkeletonText className="card-text" lines={3} />
    </div>
  )
}
