import { siteCatalogs } from '#app/browser-catalogs'

/** The entry of every page: what brings it alive is loaded once it can be seen. A page in the background is painted later, and need not wait. */
function start() {
  if (document.hidden) void bringAlive()
  else requestAnimationFrame(() => setTimeout(() => void bringAlive()))
}

/** One library after the other, with room for the visitor's events between them: none of them is a long task. */
async function bringAlive() {
  for (const sheet of document.styleSheets) letFontsLoad(sheet)
  void siteCatalogs[document.documentElement.lang === 'es' ? 'es' : 'en']()
  await import('react-dom/client')
  await new Promise((resolve) => setTimeout(resolve))
  await import('@tanstack/react-query')
  await new Promise((resolve) => setTimeout(resolve))
  await import('./browser')
}

/** The faces that `font.css` holds back from small screens until they have something to show. */
function letFontsLoad({ cssRules }: CSSStyleSheet) {
  for (const rule of cssRules) {
    if (rule instanceof CSSMediaRule && rule.cssRules[0] instanceof CSSFontFaceRule) rule.media.mediaText = 'all'
  }
}

// The script may come before the end of the document does.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
else start()
