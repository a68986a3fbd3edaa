import { SkeletonPicture, SkeletonText } from '#ui/skeleton'

export function ArticleSkeleton() {
  return (
    <div className="article">
      <div className="article-head">
        <SkeletonText className="skeleton-heading" lines={2} />
        <SkeletonText className="article-facts" lines={1} />
      </div>
      <div className="article-plate article-picture">
        <SkeletonPicture />
      </div>
      <SkeletonText className="article-body" lines={9} />
    </div>
  )
}
