import { Suspense, useState } from 'react'
import { late } from '#ui/late'
import type { LinesProps } from './hero-lines'

export const Lines = late(async () => (await import('./hero-lines')).Lines)

type DrawingProps = LinesProps & {
  className: string
  /** Selects it in the document. */
  find: string
}

/**
 * A drawing and the links on it, which are in the document: the script that draws them is only loaded on client-side
 * navigation.
 */
export function Drawing({ className, find, ...lines }: DrawingProps) {
  const [drawn] = useState(() => (typeof document === 'undefined' ? '' : document.querySelector(find)?.innerHTML))
  return (
    <Suspense fallback={<div className={className} />}>
      {drawn ? (
        <div className={className} dangerouslySetInnerHTML={{ __html: drawn }} />
      ) : (
        <div className={className}>
          <Lines {...lines} />
        </div>
      )}
    </Suspense>
  )
}
