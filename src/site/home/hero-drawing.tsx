import { Suspense, useState } from 'react'
import { late } from '#ui/late'
import type { LinesProps } from './lines'

export const Lines = late(async () => (await import('./lines')).Lines)

type DrawingProps = LinesProps & {
  className: string
  /** Selects it in the document. */
  find: string
  width: number
  height: number
}

/**
 * Decorative. The lines are in the document: the script that draws them is only loaded on client-side navigation. The
 * Suspense boundary is outside of the drawing, because one inside an `svg` is streamed with an inline style, which the
 * content security policy forbids.
 */
export function Drawing({ className, find, width, height, ...lines }: DrawingProps) {
  const [drawn] = useState(() => (typeof document === 'undefined' ? '' : document.querySelector(find)?.innerHTML))
  const svg = { className, viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': true }
  return (
    <Suspense fallback={<svg {...svg} />}>
      {drawn ? (
        <svg {...svg} dangerouslySetInnerHTML={{ __html: drawn }} />
      ) : (
        <svg {...svg}>
          <Lines {...lines} />
        </svg>
      )}
    </Suspense>
  )
}
