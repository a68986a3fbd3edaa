import { siteCatalogs } from '#app/browser-catalogs'

/** The entry of every page: what brings it alive is loaded once it can be seen. A page in the background is painted later, and need not wait. */
function start() {
  if (document.hidden) void bringAlive()
  else requestAnimationFrame(() => setTimeout(() => void bringAlive()))
}

/** One library after the other, with room for the visitor's events between them: none of them is a long task. */
async function bringAlive() {
  loadFonts().catch(() => {}) // the stand-in stays
  void siteCatalogs[document.documentElement.lang === 'es' ? 'es' : 'en']()
  const sheet = addSheet(document.querySelector<HTMLElement>('script[data-sheet]')?.dataset.sheet)
  await import('react-dom/client')
  await new Promise((resolve) => setTimeout(resolve))
  await import('@tanstack/react-query')
  await sheet
  await import('./browser')
}

/** The styles of the public pages that one may go to from here. */
function addSheet(address: string | undefined) {
  if (address === undefined) return undefined
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  return new Promise((resolve) => {
    for (const end of ['load', 'error']) link.addEventListener(end, resolve)
    document.head.append(link)
  })
}

/**
 * Fetches the faces that `font.css` holds back from small screens until they have something to show. Added once they are there,
 * they cost one new layout; lifting the condition of the rule would cost two, and a new style for every element.
 */
async function loadFonts() {
  const faces = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).flatMap(heldBack)
  await faces[0]?.load()
  for (const face of faces) document.fonts.add(face)
}

function heldBack(rule: CSSRule): FontFace[] {
  if (!(rule instanceof CSSMediaRule) || matchMedia(rule.conditionText).matches) return []
  return [...rule.cssRules].filter((face) => face instanceof CSSFontFaceRule).map(({ style }) => {
    const value = (name: string) => style.getPropertyValue(name)
    return new FontFace(value('font-family'), value('src'), {
      weight: value('font-weight'),
      stretch: value('font-stretch'),
      unicodeRange: value('unicode-range'),
      display: 'swap',
    })
  })
}

// The script may come before the end of the document does.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
