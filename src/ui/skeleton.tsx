import type { ReactNode } from 'react'

/** A placeholder while content loads, with a label for screen readers. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <output className="visually-hidden">{label}</output>
      <div className="loading" aria-hidden="true">
        {children}
      </div>
    </>
  )
}

/** Lines of text to come. */
export function SkeletonText({ lines, className = '' }: { lines: number; className?: string }) {
  return (
    <div className={`skeleton-text ${className}`}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

/** A picture to come: an opening crossed out, as drawings mark one. */
export function SkeletonPicture() {
  return <div className="skeleton-picture" />
}
