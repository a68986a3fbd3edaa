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

/** The placeholder of lines of text. */
export function SkeletonText({ lines, className = '' }: { lines: number; className?: string }) {
  return (
    <div className={`skeleton-text ${className}`}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  )
}

/** The placeholder of a picture: a crossed-out box, as in drawings. */
export function SkeletonPicture() {
  return <div className="skeleton-picture" />
}
