import type { RowField, RowFields } from '#records/kind/fields'
import { isRecord } from '#text/parse-json'
import { toMarkdown } from '#text/markdown/to-markdown'
import { changeTexts } from '#text/parse-json'
import { type RecordType, folderOf, writtenAs, onlyBlock } from '../format'
import { otherLanguages, defaultLanguage, type Language } from '#i18n/language'
import { translated } from '#i18n/translated'
import type { NamedRecord } from '#platform/feature'
import type { RecordKind } from '#records/kind/record'
import { changeAddresses } from '../run/rewrite'
import { toFaithfulMarkdown } from '#text/markdown/faithful-markdown'

type Values = Readonly<Record<string, unknown>>
type ExportedRecord = { type: RecordType; kind: RecordKind; record: NamedRecord }

/** The folder of a record's files. */
export const recordFolder = (type: RecordType, slug: string): string => `${folderOf(type)}/${slug}/`

/** One file for each language in which a record has texts. */
export function recordFiles(exported: ExportedRecord): { name: string; text: string }[] {
  const values = exported.record.values as Values
  const folder = recordFolder(exported.type, String(values.slug))
  const translations = isRecord(values.translations) ? values.translations : {}
  const inOthers = otherLanguages.flatMap((language) => {
    const texts = translations[language]
    return isRecord(texts) && Object.keys(texts).length > 0
      ? [{ name: `${folder}index.${language}.md`, text: translationText(exported, language, texts) }]
      : []
  })
  return [{ name: `${folder}index.md`, text: originalText(exported) }, ...inOthers]
}

const originalText = (exported: ExportedRecord): string => {
  const values = exported.record.values as Values
  const { blocks, body } = bodyOf(exported, values.content, values.blocks)
  return fileText(
    { ...headOf(exported, defaultLanguage), ...fieldsOf(exported, values), metadata: filled(values.metadata), blocks },
    body,
  )
}

function translationText(exported: ExportedRecord, language: Language, translation: Values): string {
  const values = exported.record.values as Values
  const { content, blocks: texts, metadata } = translation
  const overlay = isRecord(texts) ? texts : {}
  // The blocks as a page shows them in this language.
  const shown = translated({ blocks: values.blocks }, { [language]: { blocks: overlay } }, language).blocks
  const { blocks, body } = bodyOf(exported, content, values.blocks === undefined ? undefined : shown)
  return fileText(
    {
      ...headOf(exported, language),
      ...shared(values),
      ...fieldsOf(exported, { title: values.title, ...translation }),
      // The language's own slug, or the English one.
      slug: translation.slug || values.slug,
      metadata: filled(metadata),
      blocks: blocks === undefined || Object.keys(overlay).length === 0 ? undefined : overlay,
    },
    values.blocks !== undefined && Object.keys(overlay).length === 0 ? '' : body,
  )
}

const fileText = (values: Values, body: string) => `${frontMatter(values)}${body === '' ? '' : `\n${body.trim()}\n`}`

/** JSON is valid YAML; undefined, null and '' are left out. */
const frontMatter = (values: Readonly<Record<string, unknown>>): string => `---\n${yaml(values)}---\n`

export const yaml = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')

function headOf({ type, record }: ExportedRecord, language: Language) {
  const { slug, publishedAt } = record.values as Values
  const isLater = typeof publishedAt === 'string' && Date.parse(publishedAt) > Date.now()
  const status = record.visibility === 'draft' ? 'draft' : isLater ? 'scheduled' : 'published'
  return { layout: type, language, title: '', slug, status, draft: status === 'draft' ? true : undefined }
}

/** Fields that other systems expect in the file of each language. */
function shared(values: Values) {
  const { imageUrl, publishedAt, author } = values
  return { date: publishedAt, image: exportedPicture(imageUrl), author }
}

const exportedPicture = (address: unknown) => (address === '/og.png' ? undefined : address)

/** The fields of its kind, without its text. */
function fieldsOf({ kind }: ExportedRecord, values: Values): Values {
  const names = writtenAs(kind.fields)
  return Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([name, field]) => name !== 'content' && field.type !== 'blocks' && values[name] !== undefined)
      .map(([name]) => [names[name] ?? name, name === 'imageUrl' ? exportedPicture(values[name]) : values[name]]),
  )
}

/** Blocks are in the front matter; a single text block becomes the body. */
function bodyOf({ kind }: ExportedRecord, content: unknown, blocks: unknown): { blocks?: unknown; body: string } {
  if (!Array.isArray(blocks)) return { body: typeof content === 'string' ? toFaithfulMarkdown(content) : '' }
  const [first, ...others] = blocks as Values[]
  if (first === undefined) return { body: '' }
  const isText = first.type === 'text' && first.id === onlyBlock && first.hidden !== true && others.length === 0
  if (isText) return { body: toFaithfulMarkdown(String(first.html ?? '')) }
  const { blocks: field } = kind.fields
  return { blocks, body: field?.type === 'blocks' ? blocksMarkdown(blocks as Values[], field.types) : '' }
}

/** undefined if all are empty. */
function filled(metadata: unknown): Values | undefined {
  if (!isRecord(metadata)) return undefined
  const entries = Object.entries(metadata).filter(([, value]) => value !== '' && value !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

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

/** A text that is entirely a path. */
const path = /^\/[^\s<>"]+$/

/** The paths of this site in the values, in HTML or as whole texts. */
export function pathsIn(value: unknown): Set<string> {
  const found = new Set<string>()
  changePaths(value, (address) => void found.add(address))
  return found
}

/** Replaces the paths in the values for which `to` returns another one. */
export const changePaths = <Value>(value: Value, to: (path: string) => string | undefined): Value =>
  changeTexts(value, (text) => changeText(text, to))

function changeText(text: string, to: (path: string) => string | undefined): string {
  if (path.test(text)) return to(text) ?? text
  return text.includes('<') ? changeAddresses(text, (address) => (path.test(address) ? to(address) : undefined)) : text
}
