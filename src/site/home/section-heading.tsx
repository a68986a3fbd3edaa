import type { ReactNode } from 'react'
import { SkeletonText } from '#ui/skeleton'

type SectionHeadingProps = { id: string; title: string; subtitle?: string; children?: ReactNode }

/** The head of a numbered section; the number is a CSS counter. */
export function SectionHeading({ id, title, subtitle, children }: SectionHeadingProps) {
  return (
    <div className="section-heading">
      <h2 id={id}>{title}</h2>
      {subtitle && <p className="section-subtitle">{subtitle}</p>}
      {children}
    </div>
  )
}

export function SectionHeadingSkeleton() {
  return (
    <div className="section-heading">
      <SkeletonText className="skeleton-heading" lines={1} />
      <SkeletonText className="section-subtitle" lines={2} />
    </div>
  )
}
