import { htmlToText } from '#text/html-text'
import { isText, parse } from '#text/html/parse'

/** Far more than the site stores of a title or an excerpt; the search for the ends of tags is not linear. */
const longest = 10_000

/** The plain text of HTML, in one line. */
export const plainText = (html: string): string =>
  htmlToText(
    html.slice(0, longest).replace(/&(?:#\d+|#x[\da-f]+|\w+);/gi, (entity) => Bun.escapeHTML(characterOf(entity))),
  )

/** An unknown entity stays as it is. */
function characterOf(entity: string): string {
  const [node] = parse(entity)
  return node && isText(node) ? node.value : entity
}
