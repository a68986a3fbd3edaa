import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'

/** Each path with its class, and the industry that it belongs to. */
const paths: readonly (readonly [className: string, d: string, industry?: string])[] = [
  ['drawing-fine', 'M429 245l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198m371.5-181.5l-343 198M371 245l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198m-371.5-181.5l343 198'],
  ['drawing-line', 'M400 228l343 198l-343 198l-343-198zM57 426v12l343 198l343-198v-12M400 624v12'],
  ['drawing-signal', 'M163 448l-20 11l117 68l171-99'],
  ['drawing-signal', 'M431 428l-40-23l35-20l-20-12'],
  ['drawing-signal', 'M406 495l-46-26'],
  ['drawing-fine', 'M57 426l-34 20M400 624l-34 20M23 446l343 198M17 452l12-12M360 650l12-12M400 624l34 20M743 426l34 20M434 644l343-198M428 650l12-12M771 452l12-12'],
  ['drawing-fine', 'M300 319l-46-27v-214M300 105l-54-31M248 298l12-12M248 85l12-12', 'realEstate'],
  ['drawing-fine', 'M36 78a26 26 0 1 0 52 0a26 26 0 1 0-52 0M62 116v-82M62 34l7 17h-14zM28 78h68'],
  ['drawing-line', 'M36 78a26 26 0 0 1 26-26'],
  ['drawing-line drawing-fill', 'M400 122l100 58v139l-100 58l-100-58v-139zM500 180l-100 58l-100-58M400 238v139', 'realEstate'],
  ['drawing-fine', 'M300 284l100 58l100-58M300 250l100 57l100-57M300 215l100 58l100-58M309 315l21 12v-17l-21-12zM409 362l21-12v-17l-21 12zM339 332l21 12v-17l-21-12zM439 345l21-12v-17l-21 12zM370 350l21 12v-17l-21-12zM470 327l21-12v-17l-21 12zM309 280l21 12v-17l-21-12zM409 328l21-12v-17l-21 12zM339 298l21 12v-17l-21-12zM439 310l21-12v-17l-21 12zM370 316l21 12v-17l-21-12zM470 292l21-12v-17l-21 12zM309 245l21 12v-17l-21-12zM409 293l21-12v-17l-21 12zM339 263l21 12v-17l-21-12zM439 275l21-12v-17l-21 12zM370 281l21 12v-17l-21-12zM470 257l21-12v-17l-21 12zM309 211l21 12v-17l-21-12zM409 258l21-12v-17l-21 12zM339 228l21 12v-17l-21-12zM439 241l21-12v-17l-21 12zM370 246l21 12v-17l-21-12zM470 223l21-12v-17l-21 12z', 'realEstate'],
  ['drawing-fine', 'M303 179v-35M497 179v-35M350 206v-35M450 206v-35M398 233v-34M402 233v-34M400 122v-34', 'realEstate'],
  ['drawing-line drawing-fill', 'M400 82l100 58v6l-100 57l-100-57v-6zM500 140l-100 57l-100-57M400 197v6', 'realEstate'],
  ['drawing-fine', 'M303 138v-35M497 138v-35M350 165v-34M450 165v-34M398 193v-35M402 193v-35', 'realEstate'],
  ['drawing-line drawing-fill', 'M400 41l100 58v6l-100 58l-100-58v-6zM500 99l-100 58l-100-58M400 157v6', 'realEstate'],
  ['drawing-line', 'M389 107v-44M411 107v-44M349 33l200 116l-149-126l-51 10', 'realEstate'],
  ['drawing-fine', 'M389 107l22-14l-22-15l22-15l-11-40l-11 40M417 73l13-24l13 39M443 88l13-18l13 33M469 103l12-11l13 25M494 117l13-4l13 19M520 132l13 2l13 13', 'realEstate'],
  ['drawing-fine', 'M526 136v52M491 205l35-17l34 17', 'realEstate'],
  ['drawing-line drawing-fill', 'M526 186l34 20v6l-34 19l-35-19v-6zM560 206l-34 20l-35-20M526 226v5', 'realEstate'],
  ['drawing-line drawing-fill', 'M652 228l20 12v184l-20 12l-20-12v-184zM672 240l-20 11l-20-11M652 251v185', 'manufacturing'],
  ['drawing-fine', 'M632 256l20 12l20-12', 'manufacturing'],
  ['drawing-line drawing-fill', 'M552 286l48-7l-123 71l-48 7zM600 377v-98l-123 71v98zM429 419l48 29v-98l-48 7z', 'manufacturing'],
  ['drawing-fine', 'M482 376l25-14v-23l-25 14zM512 359l25-14v-23l-25 14zM541 342l25-14v-23l-25 14zM570 325l25-14v-23l-25 14zM439 402l28 17v-23l-28-17z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M600 314l49-7l-123 71l-49 7zM649 405v-98l-123 71v98zM477 448l49 28v-98l-49 7z', 'manufacturing'],
  ['drawing-fine', 'M531 404l25-14v-23l-25 14zM560 387l25-14v-23l-25 14zM589 370l25-14v-23l-25 14zM618 353l25-14v-23l-25 14z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M649 342l48-7l-123 71l-48 7zM697 433v-98l-123 71v98zM526 476l48 28v-98l-48 7z', 'manufacturing'],
  ['drawing-fine', 'M580 432l25-14v-23l-25 14zM609 415l25-14v-23l-25 14zM638 398l25-14v-23l-25 14zM667 381l25-14v-23l-25 14zM536 458l28 17v-23l-28-17z', 'manufacturing'],
  ['drawing-fine', 'M586 474l43-25v-23l-43 25zM640 443l43-25v-23l-43 25z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M246 287l43-21l-126 73l-43 21zM331 337l-42-71l-126 73l43 71zM331 400v-63l-125 73v62zM120 423l86 49v-62l-43-71l-43 21z', 'education'],
  ['drawing-fine', 'M214 449l21-12v-28l-21 12zM243 432l21-12v-28l-21 12zM273 415l21-12v-28l-21 12zM302 399l21-12v-28l-21 12zM151 441l23 13v-36l-23-13zM127 409l17 10v-23l-17-10zM181 440l18 10v-23l-18-10zM297 280l-126 73M306 294l-126 73M314 309l-125 72M323 323l-126 72', 'education'],
  ['drawing-line', 'M174.8 378.5l-0.9-5.9l-2.6-6l-3.9-5.2l-4.6-3.7l-4.6-1.6l-3.9 0.7l-2.6 3l-0.9 4.8l0.9 5.9l2.6 6l3.9 5.2l4.6 3.7l4.6 1.6l3.9-0.7l2.6-3l0.9-4.8z', 'education'],
  ['drawing-line', 'M163 362v10l6 3', 'education'],
  ['drawing-line drawing-fill', 'M260 251l17 10v30l-17 10l-17-10v-30zM277 261l-17 10l-17-10M260 271v30', 'education'],
  ['drawing-line', 'M260 261v-41l20 20l-20-4', 'education'],
  ['drawing-fine drawing-fill', 'M363 377a17 17 0 1 0 34 0a17 17 0 1 0-34 0'],
  ['drawing-fine', 'M380 418v-43M380 391l-11-14'],
  ['drawing-fine drawing-fill', 'M317 403a17 17 0 1 0 34 0a17 17 0 1 0-34 0'],
  ['drawing-fine', 'M334 444v-43M334 418l-11-15'],
  ['drawing-fine drawing-fill', 'M272 429a17 17 0 1 0 34 0a17 17 0 1 0-34 0'],
  ['drawing-fine', 'M289 471v-43M289 444l-12-15'],
  ['drawing-line drawing-fill', 'M483 428l31 18v8l-177 102l-31-18v-8zM514 446l-177 102l-31-18M337 548v8', 'manufacturing'],
  ['drawing-line', 'M463 448v14M494 466v15M391 489v15M423 507v15M314 533v15M346 551v15', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M469 423l19 11v20l-19 11l-19-11v-20zM488 434l-19 11l-19-11M469 445v20', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M426 448l19 11v20l-19 11l-19-11v-20zM445 459l-19 11l-19-11M426 470v19', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M383 473l19 11v20l-19 11l-19-11v-20zM402 483l-19 11l-19-11M383 494v20', 'manufacturing'],
  ['drawing-fine drawing-fill', 'M346 494l19 11v20l-19 11l-19-11v-20zM365 505l-19 11l-19-11M346 516v20', 'manufacturing'],
  ['drawing-line drawing-fill', 'M446 523l28 17v15l-28 16l-29-16v-15zM474 540l-28 16l-29-16M446 556v15', 'manufacturing'],
  ['drawing-line drawing-fill', 'M439 536l4-55l10 5l1 59z', 'manufacturing'],
  ['drawing-line drawing-fill', 'M449 490l-49-46v-10l49 40z', 'manufacturing'],
  ['drawing-line', 'M399 440l-17 16M375 465v-10l7 1l7 8v10', 'manufacturing'],
  ['drawing-line drawing-fill', 'M440 482a8 8 0 1 0 16 0a8 8 0 1 0-16 0M393 438a6 6 0 1 0 12 0a6 6 0 1 0-12 0', 'manufacturing'],
  ['drawing-signal drawing-fill', 'M137 459a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M254 527a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M354 469a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M425 428a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
  ['drawing-signal drawing-fill', 'M420 385a6 6 0 1 0 12 0a6 6 0 1 0-12 0'],
]

/**
 * Decorative: the industries on one plate, by default all. Every path has a `pathLength` of one, so that the style sheet
 * can animate it.
 */
export function HeroLines({ industries }: { industries?: unknown }) {
  const { drawings } = useAtomValue(siteAtom)
  // Hidden then, and one path marks the drawing as rendered.
  if (drawings === false) return <path />
  const isDrawn = (industry: unknown) => industry === undefined || !Array.isArray(industries) || industries.includes(industry)
  return paths.map(
    ([className, d, industry]) =>
      isDrawn(industry) && <path key={d} className={className} pathLength="1" d={d} />,
  )
}
