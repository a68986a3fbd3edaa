import { idle } from './interest'

/** Characters of a piece of the page: to set them anew takes a few milliseconds. */
const enough = 400
/** Pixels. */
const lineAtLeast = 9

/**
 * Gives small screens the font that `tokens.css` holds back until they have something to show, and lets wide ones keep
 * it when they become small.
 */
export async function loadFonts(): Promise<void> {
  const { style } = document.documentElement
  const families = getComputedStyle(document.body).fontFamily
  if (families.startsWith('Archivo,')) return style.setProperty('--font', families)
  await document.fonts.load('1em Archivo')
  const full = `Archivo, ${families}`
  // The whole page at once would be a long task.
  let pieces: HTMLElement[] = []
  let characters = 0
  for (const piece of Array.from(piecesOf(document.body))) {
    pieces.push(piece)
    characters += piece.textContent.length
    if (characters < enough) continue
    setAnew(pieces, full)
    pieces = []
    characters = 0
    await idle()
    await new Promise(requestAnimationFrame)
  }
  setAnew(pieces, full)
  style.setProperty('--font', full)
}

const spacings = ['', '-.04em', '.04em', '-.08em', '.08em', '']

/** Where a line more or less would move all that follows, words stand a little closer or wider. */
function setAnew(pieces: HTMLElement[], font: string) {
  const heights = pieces.map(heightOf)
  for (const { style } of pieces) style.fontFamily = font
  pieces.forEach((piece, index) =>
    spacings.some((spacing) => {
      piece.style.wordSpacing = spacing
      return Math.abs(heightOf(piece) - heights[index]!) < lineAtLeast
    }),
  )
}

const heightOf = ({ offsetHeight }: HTMLElement) => offsetHeight

function* piecesOf(element: Element): Generator<HTMLElement> {
  for (const child of element.children) {
    if (!(child instanceof HTMLElement) || child.localName === 'script') continue
    if (child.textContent.length > enough && child.children.length > 0 && child.localName !== 'p')
      yield* piecesOf(child)
    else yield child
  }
}
