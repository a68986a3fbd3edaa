import { SkeletonPicture, SkeletonText } from '#ui/skeleton'

export function PostCardSkeleton() {
  return (
    <div className="card post-card">
      <SkeletonPicture />
      <SkeletonText className="card-label" lines={1} />
      <SkeletonText className="card-title" lines={2} />
      <SkeletonText className="card-text" lines={3} />
    </div>
  )
}
