import { SkeletonText } from '#ui/skeleton'

/** The head of a page: its one h1, and a subtitle. */
export function PageHeading({ title, subtitle }: { title: string; subtitle?: string }) {
  return (
    <header className="page-heading">
      <h1>{title}</h1>
      {subtitle && <p className="page-subtitle">{subtitle}</p>}
    </header>
  )
}

export function PageHeadingSkeleton() {
  return (
    <div className="page-heading">
      <SkeletonText className="skeleton-heading" lines={1} />
      <SkeletonText className="page-subtitle" lines={2} />
    </div>
  )
}
