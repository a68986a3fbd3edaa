import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { Balloons } from './balloons'
import { heroPaths } from './hero-paths'

/**
 * The industries on one plate, by default all, each linked by a balloon. Every path has a `pathLength` of one, so that
 * the style sheet can animate it.
 */
export function HeroLines({ industries }: { industries?: unknown }) {
  const { drawings, hidden } = useAtomValue(siteAtom)
  // Hidden then, and marks the drawing as rendered.
  if (drawings === false) return <svg className="hero-drawing" />
  const isDrawn = (industry: unknown) =>
    industry === undefined || !Array.isArray(industries) || industries.includes(industry)
  return (
    <>
      <svg className="hero-drawing" viewBox="0 0 800 660" width="800" height="660" aria-hidden="true">
        <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path
            fill="var(--signal)"
            fillOpacity=".14"
            stroke="var(--signal)"
            strokeOpacity=".5"
            strokeDasharray="7 21"
            d="M0 0v7h7v-7z"
          />
        </pattern>
        {heroPaths.map(
          ([className, d, industry]) => isDrawn(industry) && <path key={d} className={className} pathLength="1" d={d} />,
        )}
      </svg>
      {!hidden?.includes('industries') && <Balloons isDrawn={isDrawn} />}
    </>
  )
}
