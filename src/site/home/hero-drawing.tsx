import { Suspense, useState } from 'react'
import { late } from '#base/ui/late'

export const HeroLines = late(async () => (await import('./hero-lines')).HeroLines)

/** Decorative. The lines come with the document: the script that draws them is fetched only where the visitor comes by a link. */
export function HeroDrawing() {
  const [drawn] = useState(drawnLines)
  const lines = drawn
    ? { dangerouslySetInnerHTML: { __html: drawn } }
    : {
        children: (
          <Suspense>
            <HeroLines />
          </Suspense>
        ),
      }
  return (
    <svg
      className="hero-drawing"
      viewBox="0 0 800 660"
      width="800"
      height="660"
      aria-hidden="true"
      focusable="false"
      {...lines}
    />
  )
}

/** As the server sent them. */
function drawnLines(): string | undefined {
  return typeof document === 'undefined' ? undefined : document.querySelector('.hero-drawing')?.innerHTML
}
