import { localizePageContent } from '#features/page-contents/page-json'
import { byOtherLanguage } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import type { Loaded } from '#records/editor/saving/editor-state'
import type { Values } from '#records/editor/values/values'
import { htmlToText } from '#text/html-text'
import { isRecord, parseJson } from '#text/parse-json'
import type { EditedPageContent, PageName } from '#features/page-contents/contract'
import { checkJson, writeChanges } from '#editing/json-text'
import { mergeContents } from '#records/editor/merge/merge-contents'
import { mergeFields, type Merging, type Versions } from '#records/editor/merge/merging'
import { fieldsOf } from '#features/page-contents/page-fields'

/** The form values of a page: only its JSON text. */
export type PageContentValues = { text: string }

/** The editable content of a page: its draft, if it has one. */
export const toLoaded = ({
  content,
  version,
  draft,
}: Pick<EditedPageContent, 'content' | 'version' | 'draft'>): Loaded<PageContentValues> => ({
  values: { text: typeof draft?.values.content === 'string' ? draft.values.content : content },
  version,
  draft: draft?.version ?? 0,
})

/** A page without stored content. */
export const emptyPage = (page: PageName): EditedPageContent => ({
  id: null,
  page,
  content: '{}',
  updatedAt: null,
  version: 0,
  draft: null,
  translation: byOtherLanguage(() => ({ state: 'missing' as const, fields: {} })),
})

/** Every text of a page's JSON by its path; the whole text if it is invalid. */
export function textsIn({ content = '{}' }: Record<string, unknown>): Values {
  const parsed = parseJson(String(content))
  return isRecord(parsed) ? Object.fromEntries(leavesOf(parsed, [])) : { text: String(content) }
}

function leavesOf(value: unknown, path: string[]): [string, string][] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
  return [[path.join('.'), typeof value === 'string' ? value : JSON.stringify(value)]]
}

/** Merges two changes of a page's JSON; as whole texts if one of them is invalid. */
export function mergePageContents(page: PageName, versions: Versions<PageContentValues>): Merging<PageContentValues> {
  const base = checkJson(versions.base.text).value
  const yours = checkJson(versions.yours.text).value
  const theirs = checkJson(versions.theirs.text).value
  if (!base || !yours || !theirs) return mergeFields(versions)
  const merging = mergeContents(fieldsOf(page), { base, yours, theirs }, (path) => path.join('.'))
  return {
    ...merging,
    resolve: (choices) => ({ text: writeChanges(versions.theirs.text, theirs, merging.resolve(choices)) }),
  }
}

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
