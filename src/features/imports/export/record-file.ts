import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'
import { translated } from '#i18n/translated'
import type { NamedRecord } from '#platform/feature'
import type { RecordKind } from '#records/kind/record'
import { isRecord } from '#text/parse-json'
import { toFaithfulMarkdown } from '#text/markdown/faithful-markdown'
import { blocksMarkdown } from './block-markdown'
import { frontMatter } from './front-matter'
import { folderOf, onlyBlock, type RecordType, writtenAs } from '../format'

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
  return whole(
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
  return whole(
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

const whole = (values: Values, body: string) => `${frontMatter(values)}${body === '' ? '' : `\n${body.trim()}\n`}`

function headOf({ type, record }: ExportedRecord, language: Language) {
  const { slug, publishedAt } = record.values as Values
  const isLater = typeof publishedAt === 'string' && Date.parse(publishedAt) > Date.now()
  const status = record.visibility === 'draft' ? 'draft' : isLater ? 'scheduled' : 'published'
  return { layout: type, language, title: '', slug, status, draft: status === 'draft' ? true : undefined }
}

/** Fields that other systems expect in the file of each language. */
function shared(values: Values) {
  const { imageUrl, publishedAt, author } = values
  return { date: publishedAt, image: picture(imageUrl), author }
}

const picture = (address: unknown) => (address === '/og.png' ? undefined : address)

/** The fields of its kind, without its text. */
function fieldsOf({ kind }: ExportedRecord, values: Values): Values {
  const names = writtenAs(kind.fields)
  return Object.fromEntries(
    Object.entries(kind.fields)
      .filter(([name, field]) => name !== 'content' && field.type !== 'blocks' && values[name] !== undefined)
      .map(([name]) => [names[name] ?? name, name === 'imageUrl' ? picture(values[name]) : values[name]]),
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
