import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { Balloons } from './balloons'

/** Each path with its class, and the industry that it belongs to. */
const paths: readonly (readonly [className: string, d: string, industry?: string])[] = [
  ['drawing-fine', 'M429 245l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m0-363l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198'],
  ['drawing-line', 'M400 228l343 198l-343 198l-343-198zm-343 198v12l343 198l343-198v-12m-343 198v12'],
  ['drawing-signal', 'M163 448l-20 11l117 68l171-99'],
  ['drawing-signal', 'M431 428l-40-23l35-20l-20-12'],
  ['drawing-signal', 'M406 495l-46-26'],
  ['drawing-fine', 'M57 426l-34 20m377 178l-34 20m-343-198l343 198m-349-192l12-12m331 210l12-12m28-14l34 20m309-218l34 20m-343 198l343-198m-349 204l12-12m331-186l12-12'],
  ['drawing-fine', 'M300 319l-46-27v-214m46 27l-54-31m2 224l12-12m-12-201l12-12', 'realEstate'],
  ['drawing-fine', 'M36 78a26 26 0 1 0 52 0a26 26 0 1 0-52 0m26 38v-82m0 0l7 17h-14zm-34 44h68'],
  ['drawing-line', 'M36 78a26 26 0 0 1 26-26'],
  ['drawing-line drawing-fill', 'M400 122l100 58v139l-100 58l-100-58v-139zm100 58l-100 58l-100-58m100 58v139', 'realEstate'],
  ['drawing-fine', 'M300 284l100 58l100-58m-200-34l100 57l100-57m-200-35l100 58l100-58m-191 100l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm-60-70l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm-60-70l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm-60-70l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm30 17.5l21 12v-17l-21-12zm40 12l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12zm-60 70l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12zm-60 70l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12zm-60 70l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12zm30-17.5l21-12v-17l-21 12z', 'realEstate'],
  ['drawing-fine', 'M303 179v-35m194 35v-35m-147 62v-35m100 35v-35m-52 62v-34m4 34v-34m-2-77v-34', 'realEstate'],
  ['drawing-line drawing-fill', 'M400 82l100 58v6l-100 57l-100-57v-6zm100 58l-100 57l-100-57m100 57v6', 'realEstate'],
  ['drawing-fine', 'M303 138v-35m194 35v-35m-147 62v-34m100 34v-34m-52 62v-35m4 35v-35', 'realEstate'],
  ['drawing-line drawing-fill', 'M400 41l100 58v6l-100 58l-100-58v-6zm100 58l-100 58l-100-58m100 58v6', 'realEstate'],
  ['drawing-line', 'M389 107v-44m22 44v-44m-62-30l200 116l-149-126l-51 10', 'realEstate'],
  ['drawing-fine', 'M389 107l22-14l-22-15l22-15l-11-40l-11 40m28 10l13-24l13 39m0 0l13-18l13 33m0 0l12-11l13 25m0 0l13-4l13 19m0 0l13 2l13 13', 'realEstate'],
  ['drawing-fine', 'M526 136v52m-35 17l35-17l34 17', 'realEstate'],
  ['drawing-line drawing-fill', 'M526 186l34 20v6l-34 19l-35-19v-6zm34 20l-34 20l-35-20m35 20v5', 'realEstate'],
  ['drawing-line drawing-fill', 'M652 228l20 12v184l-20 12l-20-12v-184zm20 12l-20 11l-20-11m20 11v185', 'manufacturing'],
  ['drawing-fine', 'M632 256l20 12l20-12', 'manufacturing'],
  ['drawing-line drawing-fill', 'M552 286l48-7l-123 71l-48 7zm48 91v-98l-123 71v98zm-171 42l48 29v-98l-48 7z', 'manufacturing'],
  ['drawing-fine', 'M482 376l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zM439 402l28 17v-23l-28-17z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M600 314l49-7l-123 71l-49 7zm49 91v-98l-123 71v98zm-172 43l49 28v-98l-49 7z', 'manufacturing'],
  ['drawing-fine', 'M531 404l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M649 342l48-7l-123 71l-48 7zm48 91v-98l-123 71v98zm-171 43l48 28v-98l-48 7z', 'manufacturing'],
  ['drawing-fine', 'M580 432l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zm29.5-17l25-14v-23l-25 14zM536 458l28 17v-23l-28-17z', 'manufacturing'],
  ['drawing-fine', 'M586 474l43-25v-23l-43 25zm54-31l43-25v-23l-43 25z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M246 287l43-21l-126 73l-43 21zm85 50l-42-71l-126 73l43 71zm0 63v-63l-125 73v62zm-211 23l86 49v-62l-43-71l-43 21z', 'education'],
  ['drawing-fine', 'M214 449l21-12v-28l-21 12zm29-17l21-12v-28l-21 12zm30-17l21-12v-28l-21 12zm29-16l21-12v-28l-21 12zm-151 42l23 13v-36l-23-13zm-24-32l17 10v-23l-17-10zm54 31l18 10v-23l-18-10zm116-160l-126 73m135-59l-126 73m134-58l-125 72m134-58l-126 72', 'education'],
  ['drawing-line', 'M174.8 378.5l-0.9-5.9l-2.6-6l-3.9-5.2l-4.6-3.7l-4.6-1.6l-3.9 0.7l-2.6 3l-0.9 4.8l0.9 5.9l2.6 6l3.9 5.2l4.6 3.7l4.6 1.6l3.9-0.7l2.6-3l0.9-4.8z', 'education'],
  ['drawing-line', 'M163 362v10l6 3', 'education'],
  ['drawing-line drawing-fill', 'M260 251l17 10v30l-17 10l-17-10v-30zm17 10l-17 10l-17-10m17 10v30', 'education'],
  ['drawing-line', 'M260 261v-41l20 20l-20-4', 'education'],
  ['drawing-fine drawing-fill', 'M363 377a17 17 0 1 0 34 0a17 17 0 1 0-34 0'],
  ['drawing-fine', 'M380 418v-43m0 16l-11-14'],
  ['drawing-fine drawing-fill', 'M317 403a17 17 0 1 0 34 0a17 17 0 1 0-34 0'],
  ['drawing-fine', 'M334 444v-43m0 17l-11-15'],
  ['drawing-fine drawing-fill', 'M272 429a17 17 0 1 0 34 0a17 17 0 1 0-34 0'],
  ['drawing-fine', 'M289 471v-43m0 16l-12-15'],
  ['drawing-line drawing-fill', 'M483 428l31 18v8l-177 102l-31-18v-8zm31 18l-177 102l-31-18m31 18v8', 'manufacturing'],
  ['drawing-line', 'M463 448v14m31 4v15m-103 8v15m32 3v15m-109 11v15m32 3v15', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M469 423l19 11v20l-19 11l-19-11v-20zm19 11l-19 11l-19-11m19 11v20', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M426 448l19 11v20l-19 11l-19-11v-20zm19 11l-19 11l-19-11m19 11v19', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M383 473l19 11v20l-19 11l-19-11v-20zm19 10l-19 11l-19-11m19 11v20', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M346 494l19 11v20l-19 11l-19-11v-20zm19 11l-19 11l-19-11m19 11v20', 'manufacturing'],
  ['drawing-line drawing-fill', 'M446 523l28 17v15l-28 16l-29-16v-15zm28 17l-28 16l-29-16m29 16v15', 'manufacturing'],
  ['drawing-line drawing-fill', 'M439 536l4-55l10 5l1 59z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M449 490l-49-46v-10l49 40z', 'manufacturing'],
  ['drawing-line', 'M399 440l-17 16m-7 9v-10l7 1l7 8v10', 'manufacturing'],
  ['drawing-line drawing-fill', 'M440 482a8 8 0 1 0 16 0a8 8 0 1 0-16 0m-47-44a6 6 0 1 0 12 0a6 6 0 1 0-12 0', 'manufacturing'],
  ['drawing-signal drawing-fill', 'M137 459a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M254 527a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M354 469a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M425 428a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M420 385a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
]

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
        {paths.map(
          ([className, d, industry]) => isDrawn(industry) && <path key={d} className={className} pathLength="1" d={d} />,
        )}
      </svg>
      {!hidden?.includes('industries') && <Balloons isDrawn={isDrawn} />}
    </>
  )
}
