import type { PostSummary } from '#features/posts/contract'
import { PostCard } from '#features/posts/post-card'
import { PostCardSkeleton } from '#features/posts/post-card-skeleton'
import { postsPageQuery } from '#features/posts/queries'
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
