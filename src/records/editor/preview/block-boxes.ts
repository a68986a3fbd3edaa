import { useEffect, useState } from 'react'

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
