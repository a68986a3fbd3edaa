import { type Island, islandId } from '#app/document/island'
import { inLanguage } from '#i18n/addresses/href'
import { isLanguage, type Language, languageKey } from '#i18n/language'
import { addSheet } from './late-styles'
import { offerTexts } from './offer-texts' with { type: 'macro' }

const texts = offerTexts()
const year = 31_536_000

/**
 * Offers the page in the browser's language by a line above the header, in that language. The cached page is the same for
 * all visitors, so only this browser knows; nothing is stored until the visitor closes the line. It is outside of what
 * React renders.
 */
async function offer(): Promise<void> {
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage)
  if (wanted === undefined || wanted === document.documentElement.lang) return
  const { sheets = '' } = document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {}
  await addSheet(sheets.split(' ')[0]!)
  const line = document.createElement('aside')
  const link = document.createElement('a')
  const button = document.createElement('button')
  line.className = 'language-offer'
  line.lang = wanted
  link.textContent = textOf(wanted, 'languageOffer.text')
  link.hreflang = wanted
  line.ariaLabel = link.textContent
  button.type = 'button'
  button.ariaLabel = textOf(wanted, 'languageOffer.close')
  button.textContent = '×'
  line.append(link, button)
  // The client router changes the page, and with it the address of its other version.
  const aim = () => (link.href = addressIn(wanted))
  for (const event of ['pointerenter', 'pointerdown', 'focus', 'click']) link.addEventListener(event, aim)
  aim()
  const chosen = new MutationObserver(() => document.documentElement.lang === wanted && close())
  // The link to the content stays the first one of the page.
  const skip = document.querySelector<HTMLElement>('.skip-link')
  const first = skip?.cloneNode(true) ?? ''
  const close = () => {
    chosen.disconnect()
    line.remove()
    if (first) first.parentNode?.removeChild(first)
    if (skip) skip.hidden = false
  }
  chosen.observe(document.documentElement, { attributeFilter: ['lang'] })
  button.addEventListener('click', () => {
    document.cookie = `${languageKey}-offer=closed; Path=/; Max-Age=${year}; SameSite=Lax`
    close()
  })
  document.body.prepend(first, line)
  if (skip) skip.hidden = true
}

/** The owner's wording, or the built-in one. */
function textOf(language: Language, id: string): string {
  const island = JSON.parse(document.getElementById(islandId)?.textContent ?? '{}') as Partial<Island>
  return String(island.texts?.[language]?.[id] ?? texts[language]?.[id])
}

/** The page's URL in a language, from its `hreflang` links: slugs may differ between the languages. */
const addressIn = (language: Language): string =>
  [...document.querySelectorAll<HTMLLinkElement>(`link[hreflang=${language}]`)].at(-1)?.href ??
  inLanguage(location.pathname, language)

void offer()
