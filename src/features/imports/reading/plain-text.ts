import { htmlToText } from '#text/html-text'
import { isText, parse } from '#text/html/parse'

/** Far more than the site stores of a title or an excerpt; the search for the ends of tags is not linear. */
const longest = 4000

/** The plain text of HTML, in one line. */
export const plainText = (html: string): string =>
  htmlToText(
    html
      .slice(0, longest)
      .replace(/&(?:#\d+|#x[\da-f]+|\w+);/gi, (entity) =>
        Bun.escapeHTML(entityCharacter(entity.slice(1, -1)) ?? entity),
      )
      .replaceAll(controls, ''),
  )

const controls = /(?![\t\n\r])\p{Cc}/gu

/** The character of an entity by its name or number; undefined if it is unknown. */
export function entityCharacter(name: string): string | undefined {
  const [node] = parse(`&${name};`)
  return node && isText(node) && node.value !== `&${name};` ? node.value : undefined
}
