import type { Language } from '#i18n/language'
import type { RecordKind } from '#records/kind/record'
import { htmlToText } from '#text/html-text'
import { isRecord } from '#text/parse-json'
import { isSafeUrl } from '#text/schema'
import { onlyBlock } from '../format'
import type { ImportedRecord } from '../payload'
import type { ImportItem, ImportRow, RecordType } from '../store'
import { type ImportContext, recordOf } from './import-context'
import { baseOf, isOutside, oldKeys } from './old-addresses'
import type { ImportTargets } from './import-targets'
import { builtInPicture, moveAll, pictureAt, rewriteHtml } from './rewrite'

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
  const { texts, values } =
    item.type === 'page' ? pageTexts(source, kind) : item.type === 'project' ? projectTexts(source) : postTexts(source)
  return {
    texts: { ...texts, ...metadataOf(source, item.type) },
    values,
    lacks: isMissing ? [...new Set([...lacks, ...oldKeys(row, record.image, place.base)])] : lacks,
  }
}

type Source = { record: ImportedRecord; title: string; html: string; image: string; language: Language }
type Fields = Omit<Texts, 'lacks'>

function postTexts(source: Source): Fields {
  const { title, record } = source
  const [summary, category] = [summaryOf(source), cut(record.category.trim(), 100)]
  return {
    texts: { title, ...contentOf(source), ...filled({ excerpt: summary, category }) },
    values: { imageUrl: pictureOf(source), author: cut(record.author.trim(), 100) },
  }
}

function projectTexts(source: Source): Fields {
  const { title, record } = source
  const { type, excerpt, isFeatured, githubUrl, demoUrl } = record.own ?? {}
  const [summary, category] = [summaryOf(source), cut(record.category.trim(), 100)]
  return {
    texts: { title, ...contentOf(source), ...filled({ description: summary, category, excerpt }) },
    values: {
      imageUrl: pictureOf(source),
      category: category || (record.own ? '' : title.slice(0, 100)),
      ...filled({ type, githubUrl, demoUrl }),
      ...(isFeatured === undefined ? {} : { isFeatured }),
    },
  }
}

function pageTexts({ record: { own }, title, html, language }: Source, kind: RecordKind): Fields {
  if (own?.blocks !== undefined) {
    if (isRecord(own.blocks) && language !== 'en') return { texts: { title, blocks: own.blocks }, values: {} }
    if (kind.draftInput.safeParse({ title, blocks: own.blocks }).success)
      return { texts: { title }, values: { blocks: own.blocks } }
  }
  const hasText = html.trim() !== ''
  // The translation of blocks is keyed by their ids.
  const blocks = hasText && language !== 'en' ? { blocks: { [onlyBlock]: { html } } } : {}
  return { texts: { title, ...blocks }, values: { blocks: hasText ? [{ id: onlyBlock, type: 'text', html }] : [] } }
}

const contentOf = ({ html, language }: Source) => (html.trim() === '' && language !== 'en' ? {} : { content: html })

const pictureOf = ({ image, record }: Source) =>
  image || (record.own && record.status === 'draft' ? '' : builtInPicture)

/** Pages only have a social image. */
function metadataOf(
  { record: { own, metadata: read }, image }: Source,
  type: ImportItem['type'],
): { metadata?: object } {
  const { title = '', description = '' } = read
  const ogImage = type === 'page' ? image : ''
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
