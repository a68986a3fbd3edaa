import type { PostSummary } from '#features/posts/contract'
import { PostCard } from '#features/posts/post-card'
import { postsPageQuery } from '#features/posts/queries'
import { SkeletonPicture, SkeletonText } from '#ui/skeleton'
import { type Listing, RecordList } from '#site/lists/record-list'
import { Author } from './author'
import { NewsLine } from './news-line'
import { useSuspenseQuery } from '@tanstack/react-query'
import { categoryPath } from '#features/posts/paths'
import { categoriesQuery } from '#features/posts/categories-query'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { localize, textLanguage } from '#records/translation/localize'
import { Link } from '#ui/link'
import { Region } from '#ui/region'

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

/** The categories of the blog in a row; `current` is the slug of the one that is shown, absent for all posts. */
export function Topics({ current }: { current?: string }) {
  return (
    <Region loading={<div className="topics" />} failed={null}>
      <TopicLinks current={current} />
    </Region>
  )
}

function TopicLinks({ current }: { current?: string }) {
  const t = useText()
  const href = useHref()
  const language = usePageLanguage()
  const { data: categories } = useSuspenseQuery(categoriesQuery())
  if (categories.length === 0) return null
  const named = categories
    .map((category) => ({ ...localize(category, language), lang: textLanguage(category, 'title', language) }))
    .toSorted((one, other) => one.title.localeCompare(other.title, language))
  return (
    <nav className="topics" aria-label={t('blog.topics')}>
      <ul>
        <li>
          <Link href={href(sitePaths.blog)} aria-current={current === undefined ? 'page' : undefined}>
            {t('blog.all')}
          </Link>
        </li>
        {named.map(({ slug, title, lang }) => (
          <li key={slug}>
            <Link href={href(categoryPath, { slug })} lang={lang} aria-current={slug === current ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
