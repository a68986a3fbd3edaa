import morphdom from 'morphdom'
import { languages } from '#i18n/language'
import { pathIn, readPath } from '#records/editor/values/values'
import type { FieldLocation } from '#records/editor/fields/field-location'
import { useEffect, useState } from 'react'

/** Makes the document of a preview interactive: a click or Enter on the output of a field leads to that field. */

/** The accessible description of an element that leads to the field at `path`. */
type Describe = (path: string) => string

const marked = '[data-field]'

/** A constructed style sheet, which the content security policy does not restrict. */
const styles = `
  ${marked} { cursor: pointer; scroll-margin-block: 30vh }
  ${marked}:hover { outline: 2px dashed color-mix(in oklch, var(--signal, #b3290f) 70%, transparent); outline-offset: 4px }
  ${marked}:focus-visible, [data-outlined] { outline: 3px solid var(--signal, #b3290f); outline-offset: 4px }
`

/** Adds listeners to the frame's document; `patchDocument` changes its content. */
export function makeInteractive(document: Document, onPlace: (place: FieldLocation) => void): void {
  showAsWithScripts(document)
  const Sheet = document.defaultView?.CSSStyleSheet
  if (Sheet) {
    const sheet = new Sheet()
    sheet.replaceSync(styles)
    document.adoptedStyleSheets = [sheet]
  }
  const activate = (event: Event) => {
    const target = elementOf(event.target)
    // Links and forms do nothing.
    if (target?.closest('a, button, form')) event.preventDefault()
    const tab = target?.closest('[role=tab][aria-selected=false]')
    const field = target?.closest(marked)
    const path = field?.getAttribute('data-field')
    if (tab) openTab(tab)
    else if (target && field && path) onPlace({ path, block: blockOf(field, target) })
  }
  document.addEventListener('click', activate)
  document.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !elementOf(event.target)?.closest('a, button')) activate(event)
    // Forwards the editor's keyboard shortcuts.
    else if (event.key === 'Escape' || event.ctrlKey || event.metaKey)
      forward(event, document.defaultView?.frameElement)
  })
}

/** Updates the document to `html`, changing only the differences: pictures and the scroll position stay. */
export function patchDocument(document: Document, html: string, describe: Describe): void {
  const next = new DOMParser().parseFromString(html, 'text/html')
  markFields(next, describe)
  morphdom(document.documentElement, next.documentElement, {
    onBeforeElUpdated: (shown, wanted) => !shown.isEqualNode(wanted),
  })
}

/** Outlines the output of a field, and scrolls it into view. */
export function outline(document: Document, place: FieldLocation | undefined): void {
  for (const element of document.querySelectorAll('[data-outlined]')) element.removeAttribute('data-outlined')
  const field = place && findField(document, place.path)
  if (!field) return
  const block = place.block === undefined ? undefined : blocksOf(field)[place.block]
  const shown = block ?? field
  const panel = shown.closest('[role=tabpanel][hidden]')
  const tab = panel && document.querySelector(`[aria-controls="${CSS.escape(panel.id)}"]`)
  if (tab) openTab(tab)
  shown.setAttribute('data-outlined', '')
  const { clientHeight } = document.documentElement
  const { top } = shown.getBoundingClientRect()
  // An element in view is not moved away from under the pointer.
  if (top < 0 || top > (clientHeight * 2) / 3) scrollTo(shown, clientHeight / 3)
}

/** Scrolls to the first element that matches a selector. */
export function scrollToElement(document: Document, selector: string): void {
  const element = document.querySelector(selector)
  if (element) scrollTo(element, 0)
}

/** Scrolls only within its own window, leaving `above` pixels above the element. */
function scrollTo(element: Element, above: number): void {
  const document = element.ownerDocument
  const top = element.getBoundingClientRect().top + document.documentElement.scrollTop - above
  document.defaultView?.scrollTo({ top, behavior: 'instant' })
}

export function showScrollbar(document: Document, isShown: boolean): void {
  document.documentElement.style.scrollbarWidth = isShown ? 'auto' : 'none'
}

/** If a translation is empty, its original is shown. */
function findField(document: Document, path: string): Element | null {
  const find = (one: string) => document.querySelector(`[data-field="${CSS.escape(one)}"]`)
  const { name } = readPath(path)
  const places = [path, ...languages.map((language) => pathIn(language, name))]
  return places.reduce<Element | null>((found, place) => found ?? find(place), null)
}

const blocksOf = (field: Element) => (field.classList.contains('prose') ? [...field.children] : [])

function blockOf(field: Element, target: Element): number | undefined {
  const block = blocksOf(field).findIndex((child) => child.contains(target))
  return block === -1 ? undefined : block
}

/** Makes fields focusable, and everything else inert. */
function markFields(document: Document, describe: Describe): void {
  for (const around of document.querySelectorAll('body > header, body > footer, .skip-link, form'))
    around.setAttribute('inert', '')
  for (const link of document.querySelectorAll('main a, main button, main [tabindex]'))
    link.setAttribute('tabindex', '-1')
  for (const field of document.querySelectorAll(marked)) {
    field.setAttribute('tabindex', '0')
    field.setAttribute('aria-description', describe(field.getAttribute('data-field') ?? ''))
  }
}

function openTab(tab: Element): void {
  const list = tab.closest('[role=tablist]')
  for (const one of list?.querySelectorAll('[role=tab]') ?? []) {
    one.setAttribute('aria-selected', String(one === tab))
    const panel = one.ownerDocument.getElementById(one.getAttribute('aria-controls') ?? '')
    panel?.toggleAttribute('hidden', one !== tab)
  }
}

/**
 * Disables the style sheets for pages without scripts, which browsers apply in the sandboxed frame; visitors will see
 * the others. Rules with wider media conditions stay: they load the font.
 */
function showAsWithScripts(document: Document): void {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      const media = 'media' in rule ? (rule as CSSMediaRule).media : undefined
      if (media?.mediaText === '(scripting: none)') media.mediaText = 'not all'
      else if (media?.mediaText === '(scripting: enabled)') media.mediaText = 'all'
    }
  }
}

function forward(event: KeyboardEvent, frame: Element | null | undefined): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const again = new KeyboardEvent('keydown', {
    key,
    code,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
    bubbles: true,
    cancelable: true,
  })
  if (frame && !frame.dispatchEvent(again)) event.preventDefault()
}

/** `instanceof` does not work for elements of another window. */
export const elementOf = (target: EventTarget | null): Element | null =>
  target && 'closest' in target ? (target as Element) : null

/** Where a block is in the document of a preview, in its pixels. */
export type BlockBox = { id: string; top: number; bottom: number }

/** A place between two blocks: after the block with this id, or before the first. */
export type Gap = { after: string | undefined; at: number }

/** The attribute that the server sets on the sections of blocks in previews. */
const attribute = 'data-block'

/** The id of the block that an element of a preview belongs to. */
export const blockAround = (element: Element | null): string | undefined =>
  element?.closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined

/** The boxes of the blocks on the page, in order; measured again whenever the page changes its content or its size. */
export function useBlockBoxes(shown: Document): readonly BlockBox[] {
  const [boxes, setBoxes] = useState<readonly BlockBox[]>([])
  useEffect(() => {
    let asked = 0
    const measure = () => {
      const found = boxesIn(shown)
      setBoxes((now) => (JSON.stringify(now) === JSON.stringify(found) ? now : found))
    }
    const remeasure = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(measure)
    }
    const sizes = new ResizeObserver(remeasure)
    sizes.observe(shown.documentElement)
    sizes.observe(shown.body)
    const content = new MutationObserver(remeasure)
    content.observe(shown.body, { childList: true, subtree: true, attributeFilter: [attribute, 'open', 'src'] })
    remeasure()
    return () => {
      cancelAnimationFrame(asked)
      sizes.disconnect()
      content.disconnect()
    }
  }, [shown])
  return boxes
}

function boxesIn(shown: Document): BlockBox[] {
  const scrolled = shown.defaultView?.scrollY ?? 0
  return [...shown.querySelectorAll(`[${attribute}]`)].map((section) => {
    const { top, bottom } = section.getBoundingClientRect()
    return {
      id: section.getAttribute(attribute) ?? '',
      top: Math.round(top + scrolled),
      bottom: Math.round(bottom + scrolled),
    }
  })
}

/** The gaps around blocks; the one of a page without blocks is at `end`. */
export function gapsBetween(boxes: readonly BlockBox[], end: number): Gap[] {
  const [first] = boxes
  if (!first) return [{ after: undefined, at: end }]
  const after = boxes.map(({ id, bottom }, index) => ({
    after: id,
    at: Math.round((bottom + (boxes[index + 1]?.top ?? bottom)) / 2),
  }))
  return [{ after: undefined, at: first.top }, ...after]
}

/** The nearest gap at most `reach` away from a place. */
export function gapNear(gaps: readonly Gap[], place: number, reach: number): Gap | undefined {
  const [nearest] = gaps.toSorted((one, other) => Math.abs(one.at - place) - Math.abs(other.at - place))
  return nearest && Math.abs(nearest.at - place) <= reach ? nearest : undefined
}
