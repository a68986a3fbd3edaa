/** The original inline style: `disarm` has renamed the attribute. */
export const styleOf = (element: Element): string => element.getAttribute('data-kept-style') ?? ''

/** Converts bold, italic and the like from styles to marks, and removes marks whose style says otherwise. */
export function convertInlineStyles(body: Element): void {
  for (const element of Array.from(body.querySelectorAll('[data-kept-style]'))) {
    const style = styleOf(element)
    for (const [tags, isSet, isReset] of styledMarks) {
      if (isReset.test(style) && tags.includes(element.localName)) element.replaceWith(...element.childNodes)
      else if (isSet.test(style) && isText(element) && !element.closest(tags.join()))
        wrapContent(element, tags[0] ?? 'span')
    }
  }
  for (const link of body.querySelectorAll('a u')) link.replaceWith(...link.childNodes)
}

const styledMarks: [tags: string[], isSet: RegExp, isReset: RegExp][] = [
  [['strong', 'b'], /(?<![\w-])font-weight:\s*(bold|[6-9]00)/i, /(?<![\w-])font-weight:\s*(normal|[1-5]00)/i],
  [['em', 'i'], /(?<![\w-])font-style:\s*(italic|oblique)/i, /(?<![\w-])font-style:\s*normal/i],
  [['s', 'strike', 'del'], /text-decoration[^;]*line-through/i, /text-decoration:\s*none/i],
  [['sup'], /vertical-align:\s*super/i, /vertical-align:\s*baseline/i],
  [['sub'], /vertical-align:\s*sub\b/i, /vertical-align:\s*baseline/i],
]

/** The style of a block is that of its kind. */
const isText = ({ localName }: Element) => ['span', 'font', 'a', 'b', 'strong', 'i', 'em', 'u'].includes(localName)

function wrapContent(element: Element, tag: string): void {
  const mark = element.ownerDocument.createElement(tag)
  mark.append(...element.childNodes)
  element.append(mark)
}
