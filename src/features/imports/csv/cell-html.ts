import { fromMarkdown } from '#text/markdown/from-markdown'
import { isRecord, parseJson } from '#text/parse-json'
import { partParagraphs } from '../wordpress/post-text'

const deepest = 50

/** The HTML of a text in a table: of HTML, of Markdown, or of the JSON of an editor, whose words alone are read. */
export function htmlOfCell(content: string): { html: string; isPlain: boolean } {
  const document = /^[[{]/.test(content) ? parseJson(content) : undefined
  const lines = document === undefined ? [] : linesIn(document, 0)
  if (lines.length > 0) return { html: lines.map((line) => `<p>${Bun.escapeHTML(line)}</p>`).join('\n'), isPlain: true }
  const isMarkdown = !/<\/?[a-z]/i.test(content) && /^#{1,6} \S|\*\*[^\s*]|\]\((?:https?:|\/)/m.test(content)
  return { html: isMarkdown ? fromMarkdown(content) : partParagraphs(content), isPlain: false }
}

/** The texts of an editor's document, of which those beside each other are one line. */
function linesIn(node: unknown, depth: number): string[] {
  if (depth > deepest) return []
  if (!Array.isArray(node)) {
    const own = isRecord(node) ? textIn(node) : undefined
    if (own !== undefined) return own.trim() === '' ? [] : [own]
    return isRecord(node) ? linesIn(node.nodes ?? node.blocks ?? node.children ?? node.content ?? [], depth + 1) : []
  }
  const texts = node.map((child: unknown) => (isRecord(child) ? textIn(child) : undefined))
  const isLine = depth > 1 && texts.length > 0 && texts.every((text) => text !== undefined)
  return isLine ? linesIn({ text: texts.join('') }, depth) : node.flatMap((child) => linesIn(child, depth + 1))
}

/** The names that Wix, Editor.js and others have for it. */
function textIn({ text, textData, data }: Readonly<Record<string, unknown>>): string | undefined {
  const inner = isRecord(textData) ? textData : isRecord(data) ? data : {}
  return [text, inner.text].find((one) => typeof one === 'string')
}
