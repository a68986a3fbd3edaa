const heading = /^#{1,6}[ \t]/
const underline = /^(?:=+|-+)[ \t]*$/
const attributes = /^[ \t]*[.#][\w-][^{}]*$/
const contents = /^[ \t]*\[(?:toc|\[_?toc_?\])\][ \t]*$/i

/**
 * The text without the attributes of headings (`## Title {#id .class}`), links and pictures (`![a](b.png){width=50%}`),
 * and without the place of a table of contents, which this site makes itself.
 */
export function withoutAttributes(text: string): string {
  if (!/[[{]/.test(text)) return text
  const lines = text.split('\n')
  return lines
    .filter((line) => !contents.test(line))
    .map((line, at) => (heading.test(line) || underline.test(lines[at + 1] ?? '') ? titleOf(line) : line))
    .join('\n')
    .replace(/(?<=[)\]*_])\{[ \t]*(?:[.#][\w-]|[\w-]{1,40}=)[^{}\n]{0,500}\}/g, '')
}

function titleOf(line: string): string {
  const written = line.trimEnd()
  const at = written.endsWith('}') ? written.lastIndexOf('{') : -1
  return at > 0 && attributes.test(written.slice(at + 1, -1)) ? written.slice(0, at).trimEnd() : line
}
