import { type ComponentProps, Suspense, useState } from 'react'
import { late } from '#ui/late'

export const HeroLines = late(async () => (await import('./hero-lines')).HeroLines)

/**
 * Decorative. The lines are in the document: the script that draws them is only loaded on client-side navigation. The
 * Suspense boundary is outside of the drawing, because one inside an `svg` is streamed with an inline style, which the
 * content security policy forbids.
 */
export function HeroDrawing() {
  const [drawn] = useState(drawnLines)
  return (
    <Suspense fallback={<Drawing />}>
      {drawn ? (
        <Drawing dangerouslySetInnerHTML={{ __html: drawn }} />
      ) : (
        <Drawing>
          <HeroLines />
        </Drawing>
      )}
    </Suspense>
  )
}

function Drawing(lines: ComponentProps<'svg'>) {
  return <svg className="hero-drawing" viewBox="0 0 800 660" width="800" height="660" aria-hidden="true" {...lines} />
}

/** The server-rendered lines. */
function drawnLines(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.querySelector('.hero-drawing')?.innerHTML
}
