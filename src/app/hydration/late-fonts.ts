import { idle } from './interest'

/** Characters of a piece of the page: to set them anew takes a few milliseconds. */
const enough = 400

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
  let characters = 0
  for (const piece of Array.from(piecesOf(document.body))) {
    piece.style.fontFamily = full
    characters += piece.textContent.length
    if (characters < enough) continue
    characters = 0
    await idle()
    await new Promise(requestAnimationFrame)
  }
  style.setProperty('--font', full)
}

function* piecesOf(element: Element): Generator<HTMLElement> {
  for (const child of element.children) {
    if (!(child instanceof HTMLElement) || child.localName === 'script') continue
    if (child.textContent.length > enough && child.children.length > 0) yield* piecesOf(child)
    else yield child
  }
}
