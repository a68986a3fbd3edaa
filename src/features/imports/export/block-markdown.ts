import { type RowField, type RowFields } from '#records/kind/fields'
import { isRecord } from '#text/parse-json'
import { toMarkdown } from '#text/markdown/to-markdown'

type Row = Readonly<Record<string, unknown>>

/** The texts of a page's blocks as readable Markdown; the blocks themselves are in the front matter. */
export function blocksMarkdown(blocks: readonly Row[], types: Readonly<Record<string, RowFields>>): string {
  return blocks
    .filter(({ hidden }) => hidden !== true)
    .flatMap((block) => rowHtml(block, types[String(block.type)] ?? {}))
    .map((html) => toMarkdown(html).trim())
    .filter(Boolean)
    .join('\n\n')
}

/** Fields that become the heading of a row. */
const headings = new Set(['title', 'question'])

function rowHtml(row: Row, fields: RowFields): string[] {
  const picture = typeof row.src === 'string' && row.src !== '' ? [pictureHtml(row)] : []
  const action = typeof row.label === 'string' && typeof row.href === 'string' ? [linkHtml(row.label, row.href)] : []
  const others = Object.entries(fields)
    .filter(([name]) => !['src', 'alt', 'label', 'href'].includes(name) && !(name === 'caption' && 'src' in row))
    .flatMap(([name, field]) => valueHtml(row[name], field, name))
  return [...picture, ...others, ...action]
}

function valueHtml(value: unknown, field: RowField, name: string): string[] {
  if (field.type === 'group') return isRecord(value) ? rowHtml(value, field.fields) : []
  if (field.type === 'list')
    return Array.isArray(value) ? value.flatMap((row) => (isRecord(row) ? rowHtml(row, field.entry) : [])) : []
  if (typeof value !== 'string' || value.trim() === '') return []
  if (field.type === 'html') return [value]
  if (field.type === 'text' && headings.has(name)) return [`<h2>${Bun.escapeHTML(value)}</h2>`]
  if (field.type !== 'text' && field.type !== 'lines') return []
  return value.split(/\n{2,}/).map((part) => `<p>${Bun.escapeHTML(part).replaceAll('\n', '<br>')}</p>`)
}

function pictureHtml({ src, alt, caption }: Row): string {
  const figcaption =
    typeof caption === 'string' && caption !== '' ? `<figcaption>${Bun.escapeHTML(caption)}</figcaption>` : ''
  return `<figure><img src="${Bun.escapeHTML(String(src))}" alt="${Bun.escapeHTML(String(alt ?? ''))}">${figcaption}</figure>`
}

const linkHtml = (label: string, to: string) => `<p><a href="${Bun.escapeHTML(to)}">${Bun.escapeHTML(label)}</a></p>`
