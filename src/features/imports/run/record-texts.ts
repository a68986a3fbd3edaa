import { defaultLanguage, type Language } from '#i18n/language'
import { hasContent, isText, isTranslatable } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { htmlToText } from '#text/html-text'
import { isRecord } from '#text/parse-json'
import { isSafeUrl } from '#text/schema'
import type { ImportedRecord } from '../payload'
import type { ImportItem, ImportRow } from '../store'
import { type ImportContext, recordOf } from './import-context'
import { baseOf, isOutside, oldKeys } from './old-addresses'
import type { ImportTargets } from './import-targets'
import { builtInPicture, moveAll, pictureAt, rewriteHtml } from './rewrite'
import { onlyBlock, ownFieldsOf, type RecordType, summaryName } from '../format'

/** Characters of its text, for a record without a summary. */
const longestSummary = 280

/** `texts`: the texts of a record in its language, `values`: its other fields, `lacks`: missing pictures. */
type Texts = { texts: Record<string, unknown>; values: Record<string, unknown>; lacks: string[] }

export function textsOf(item: ImportItem, { row, targets, ports }: ImportContext, language: Language): Texts {
  const record = recordOf(item)
  const place = { row, base: baseOf(row, record), targets }
  const { html, lacks } = rewriteHtml(record.html, place)
  const { image, isMissing } = imageOf(record, place)
  const source: Source = {
    record: { ...record, own: record.own && moveAll(record.own, place) },
    title: cut(record.title.trim(), 200) || cut(item.title, 200) || '–',
    html,
    image,
    language,
  }
  const { kind } = ports.records[item.type as RecordType]
  const { texts, values } = fieldsOf(source, kind)
  return {
    texts: { ...texts, ...metadataOf(source, kind) },
    values,
    lacks: isMissing ? [...new Set([...lacks, ...oldKeys(row, record.image, place.base)])] : lacks,
  }
}

type Source = { record: ImportedRecord; title: string; html: string; image: string; language: Language }
type Fields = Omit<Texts, 'lacks'>

function fieldsOf(source: Source, kind: RecordKind): Fields {
  const { title, record } = source
  const texts: Record<string, unknown> = { title }
  const values: Record<string, unknown> = {}
  if (hasContent(kind)) Object.assign(texts, contentOf(source))
  if (hasPicture(kind)) values.imageUrl = pictureOf(source)
  const facts = factsOf(source, kind)
  for (const [name, text] of Object.entries(facts)) {
    const field = kind.fields[name]
    if (!field || !isText(field)) continue
    const written = cut(text.trim(), field.max)
    if (field.translated && written !== '') texts[name] = written
    // Other systems do not require it.
    if (field.required) values[name] = written || (record.own ? '' : cut(title, field.max))
    else if (!field.translated) values[name] = written
  }
  for (const [name, field] of ownFieldsOf(kind.fields)) {
    const value = record.own?.[name]
    if (field.type === 'blocks') setBlocks(source, kind, { texts, values })
    else if (value !== undefined && value !== '') (isTranslatable(field) ? texts : values)[name] = value
  }
  return { texts, values }
}

/** What other systems know of a record, by the names of the fields. */
function factsOf(source: Source, { fields }: RecordKind): Record<string, string> {
  const { category, author } = source.record
  const summary = summaryName(fields)
  return { ...(summary === undefined ? {} : { [summary]: summaryOf(source) }), category, author }
}

/** A body without a field of its own becomes a single block. */
function setBlocks({ record: { own }, title, html, language }: Source, kind: RecordKind, { texts, values }: Fields) {
  if (own?.blocks !== undefined) {
    if (isRecord(own.blocks) && language !== defaultLanguage) return void (texts.blocks = own.blocks)
    if (kind.draftInput.safeParse({ title, blocks: own.blocks }).success) return void (values.blocks = own.blocks)
  }
  const hasText = html.trim() !== '' && !hasContent(kind)
  // The translation of blocks is keyed by their ids.
  if (hasText && language !== defaultLanguage) texts.blocks = { [onlyBlock]: { html } }
  values.blocks = hasText ? [{ id: onlyBlock, type: 'text', html }] : []
}

const hasPicture = ({ fields }: RecordKind) => fields.imageUrl?.type === 'picture'

const contentOf = ({ html, language }: Source) =>
  html.trim() === '' && language !== defaultLanguage ? {} : { content: html }

const pictureOf = ({ image, record }: Source) =>
  image || (record.own && record.status === 'draft' ? '' : builtInPicture)

/** A kind without a picture only has a social image. */
function metadataOf({ record: { own, metadata: read }, image }: Source, kind: RecordKind): { metadata?: object } {
  const { title = '', description = '' } = read
  const ogImage = hasPicture(kind) ? '' : image
  const metadata = own
    ? (own.metadata ?? {})
    : filled({ title: cut(title, 300), description: cut(description, 1000), ogImage })
  return Object.keys(metadata).length === 0 ? {} : { metadata }
}

function summaryOf({ record, html, title }: Source): string {
  const given = cut(record.excerpt.trim(), 1000)
  if (given !== '' || record.own) return given
  const text = htmlToText(html)
  const first = text.length <= longestSummary ? text : `${text.slice(0, longestSummary).replace(/[\s,;:–-]+\S*$/, '')}…`
  return first || title
}

/** Its URL in the library, or the old one. */
function imageOf(
  { image }: ImportedRecord,
  { row, base, targets }: { row: ImportRow; base: string; targets: ImportTargets },
): { image: string; isMissing: boolean } {
  if (image === '') return { image: '', isMissing: false }
  const keys = oldKeys(row, image, base)
  const found = pictureAt(targets.pictures, ...keys)
  if (found !== undefined) return { image: found, isMissing: false }
  const address = URL.canParse(image, base) ? new URL(image, base).href : ''
  const isAway = isOutside(address) && isSafeUrl(address) && address.length <= 2048
  return { image: isAway ? address : '', isMissing: keys.some((key) => targets.missing.has(key)) }
}

const filled = (texts: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''))

/** Never splits a character. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
