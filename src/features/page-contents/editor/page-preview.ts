import type { Language } from '#i18n/language'
import { localizePageContent } from '#features/page-contents/page-json'
import { htmlToText } from '#text/html-text'
import { isRecord, parseJson } from '#text/parse-json'

const keysShown = 3
const textCut = 40
const plainCut = 100

type PreviewEntry = { key: string; text: string } | { key: string; count: number }

/**
 * The first keys of a page's JSON with their texts in `language`, truncated and without HTML tags, or the beginning of
 * a text that is no JSON object.
 */
export function previewOf(content: string, language: Language): { entries: PreviewEntry[] } | { text: string } {
  const parsed = parseJson(content)
  if (!isRecord(parsed)) return { text: cut(content, plainCut) }
  const texts = localizePageContent(parsed, language)
  return {
    entries: Object.keys(parsed)
      .slice(0, keysShown)
      .map((key) => entryOf(key, texts[key])),
  }
}

function entryOf(key: string, value: unknown): PreviewEntry {
  if (Array.isArray(value)) return { key, count: value.length }
  if (isRecord(value)) return { key, count: Object.keys(value).length }
  if (typeof value !== 'string') return { key, text: String(value) }
  return { key, text: cut(tag.test(value) ? htmlToText(value) : value, textCut) }
}

const tag = /<\/?[a-z][^<>]*>/i

/** Truncates between characters, never inside one. */
function cut(text: string, length: number): string {
  const characters = Array.from(text)
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}
