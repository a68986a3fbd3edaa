import type { BlockTypeName } from './block-types'

type Drawing = {
  /** Outlines. */ line: string
  /** Texts and placeholders of pictures. */ fine: string
  signal?: string
}

/** A line of text, starting at `x` and `y`. */
const text = (x: number, y: number, length: number) => `M${x} ${y}h${length}`
const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h-${width}z`
/** A picture: a crossed-out box, as drawings mark an opening. */
const crossed = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}l${width} ${height}M${x + width} ${y}l-${width} ${height}`
const inEach = (places: readonly number[], draw: (place: number) => string) => places.map(draw).join('')

const thirds = [6, 35, 64] as const

/** Drawings on a canvas of 96 by 60. */
const drawings: Record<BlockTypeName, Drawing> = {
  hero: {
    line: text(6, 18, 34) + text(6, 26, 26) + box(54, 12, 36, 36),
    fine: text(6, 34, 32) + crossed(54, 12, 36, 36),
    signal: 'M6 42h18v7h-18z',
  },
  text: {
    line: text(34, 12, 30),
    fine: inEach([20, 27, 34, 41], (y) => text(34, y, 54)) + text(34, 48, 34),
  },
  picture: { line: box(22, 8, 52, 38), fine: crossed(22, 8, 52, 38) + text(22, 53, 30) },
  gallery: {
    line: box(6, 8, 54, 44) + box(65, 8, 25, 20) + box(65, 32, 25, 20),
    fine: crossed(6, 8, 54, 44) + crossed(65, 8, 25, 20) + crossed(65, 32, 25, 20),
  },
  cards: {
    line: inEach(thirds, (x) => box(x, 10, 26, 18) + text(x, 36, 20)),
    fine: inEach(thirds, (x) => crossed(x, 10, 26, 18) + text(x, 43, 26) + text(x, 49, 18)),
  },
  figures: {
    line: 'M9 16v14M7 18l2-2M38 17h8v6h-8v7h8M67 17h8v13h-8M69 23h6',
    fine: inEach(thirds, (x) => text(x, 46, 24)),
    signal: inEach(thirds, (x) => `M${x} 37h26M${x} 34v6M${x + 26} 34v6`),
  },
  quote: {
    line: text(34, 18, 54) + text(34, 27, 54) + text(34, 36, 30) + box(6, 15, 12, 12),
    fine: text(6, 34, 18) + text(6, 40, 13) + crossed(6, 15, 12, 12),
    signal: 'M27 13v28',
  },
  logos: {
    line: box(6, 14, 84, 32) + 'M34 14v32M62 14v32M6 30h84',
    fine: 'M16 22h8M44 22h8M72 22h8M16 38h8M44 38h8M72 38h8',
  },
  faq: {
    line: text(6, 14, 20) + text(34, 10, 56) + text(34, 50, 56),
    fine: inEach([17, 44], (y) => text(36, y, 34)) + text(36, 28, 40) + text(36, 34, 46) + 'M34 23h56M34 39h56',
    signal: 'M83 17h6M86 14v6M83 29h6M83 44h6M86 41v6',
  },
  call: {
    line: box(6, 12, 84, 36) + text(14, 25, 34),
    fine: text(14, 34, 28),
    signal: 'M62 26h20v9h-20z',
  },
  posts: {
    line: inEach(thirds, (x) => box(x, 8, 26, 17) + text(x, 39, 24)),
    fine: inEach(thirds, (x) => crossed(x, 8, 26, 17) + text(x, 45, 26) + text(x, 51, 20)),
    signal: inEach(thirds, (x) => text(x, 32, 10)),
  },
  projects: {
    line: inEach(thirds, (x) => box(x, 8, 26, 44) + `M${x} 26h26` + text(x + 3, 32, 14)),
    fine: inEach(thirds, (x) => crossed(x, 8, 26, 18) + text(x + 3, 38, 20) + `M${x} 44h26`),
    signal: inEach(thirds, (x) => text(x + 18, 48, 5)),
  },
  contact: {
    line: text(6, 14, 20) + box(34, 9, 26, 8) + box(64, 9, 26, 8) + box(34, 21, 56, 18),
    fine: text(37, 13, 10) + text(67, 13, 10) + text(37, 26, 30),
    signal: 'M34 44h18v8h-18z',
  },
  waitlist: {
    line: box(0, 12, 96, 36) + text(8, 26, 28) + box(48, 24, 24, 10),
    fine: text(8, 34, 22) + text(51, 29, 12),
    signal: 'M75 24h14v10h-14z',
  },
}

/** The illustration of a block type in the editor's menu. */
export function TypePicture({ type }: { type: BlockTypeName }) {
  return (
    <svg className="block-type-picture" viewBox="-1 0 98 60" width="98" height="60" aria-hidden="true">
      <TypeDrawing type={type} />
    </svg>
  )
}

function TypeDrawing({ type }: { type: BlockTypeName }) {
  const { line, fine, signal } = drawings[type]
  return (
    <>
      <path className="drawing-fine" d={fine} />
      <path className="drawing-line" d={line} />
      {signal && <path className="drawing-signal" d={signal} />}
    </>
  )
}

/** The part of a drawing's height that is not margin, and where it begins. */
const height = 49
const top = 6
const margin = 4
/** Sheets of short pages have the size of the others. */
const shortest = 4

/** A page in miniature: the drawings of its blocks, from top to bottom, on two sheets side by side. */
export function PagePicture({ types }: { types: readonly BlockTypeName[] }) {
  const half = Math.ceil(types.length / 2)
  const sheets = [types.slice(0, half), types.slice(half)].filter((sheet) => sheet.length > 0)
  return (
    <span className="page-picture" aria-hidden="true">
      {sheets.map((sheet, at) => (
        <svg
          key={at === 0 ? 'first' : 'second'}
          className="block-type-picture"
          viewBox={`${-margin} ${-margin} ${96 + 2 * margin} ${Math.max(shortest, half) * height + 2 * margin}`}
        >
          {sheet.map((type, place) => (
            // A page may have several blocks of a type; they never move.
            // oxlint-disable-next-line react/no-array-index-key
            <g key={place} data-type={type} transform={`translate(0 ${place * height - top})`}>
              <TypeDrawing type={type} />
            </g>
          ))}
        </svg>
      ))}
    </span>
  )
}
