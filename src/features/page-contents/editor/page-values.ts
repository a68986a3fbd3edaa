import { byOtherLanguage } from '#i18n/by-language'
import type { Loaded } from '#records/editor/saving/editor-state'
import type { Values } from '#records/editor/values/values'
import { isRecord, parseJson } from '#text/parse-json'
import type { EditedPageContent, PageName } from '#features/page-contents/contract'

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
