import type { ReactNode } from 'react'
import { SkeletonText } from '#ui/skeleton'

type PageHeadingProps = { title: string; subtitle?: string; children?: ReactNode }

/** The head of a page: its one h1, and a subtitle. */
export function PageHeading({ title, subtitle, children }: PageHeadingProps) {
  return (
    <header className="page-heading">
      <h1>{title}</h1>
      {subtitle && <p className="page-subtitle">{subtitle}</p>}
      {children}
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
