import { queryOptions } from '@tanstack/react-query'
import { adminPaths } from '#base/admin-paths'
import type { Translate } from '#base/i18n/i18n'
import type { MessageId } from '#base/i18n/messages'
import { pageNames } from '#features/pages/contract'
import { fieldsOf, labelIdOf } from '#features/pages/page-fields'
import { postKind } from '#features/posts/contract'
import { projectKind } from '#features/projects/contract'
import { kindText } from '#records/editor/kind-text'
import type { ToldTranslation, Untranslated } from '#records/translation-contract'

/** What is left to translate of the whole site. */
export const untranslatedQuery = () => queryOptions<Untranslated[]>({ queryKey: ['/api/translations'] })

/** Of each kind: where its API is, how it is called, and where it is edited. */
const kinds: Record<string, { api: string; label: MessageId; editor: (id: number | string) => string }> = {
  post: { api: postKind.api, label: 'translation.kind.post', editor: (id) => `${adminPaths.blog}?edit=${id}` },
  project: {
    api: projectKind.api,
    label: 'translation.kind.project',
    editor: (id) => `${adminPaths.projects}?edit=${id}`,
  },
  page: { api: '/page-contents', label: 'translation.kind.page', editor: (id) => `${adminPaths.content}?page=${id}` },
}

export type Left = {
  id: string
  title: string
  kind: string
  editor: string
  /** Below which the API has it. */
  address: string
  list: string
  updatedAt: string
  told: ToldTranslation
  /** The draft beside it is translated, and waits to be published. */
  isDrafted: boolean
  /** As they are called where they are edited, the outdated ones apart. */
  missing: string[]
  outdated: { path: string; name: string }[]
}

/** The records as people call them and their texts: what an editor opens is the draft, where there is one. */
export function leftOf(rows: readonly Untranslated[], t: Translate): Left[] {
  return rows.flatMap(({ kind, id, title, updatedAt, es, draft }) => {
    const known = kinds[kind]
    if (!known) return []
    const isDrafted = draft?.es.state === 'complete'
    const told = draft && !isDrafted ? draft.es : es
    const pathsThat = (state: string) =>
      Object.entries(told.fields).flatMap(([path, one]) => (one === state ? [path] : []))
    const nameOf = (path: string) =>
      kind === 'page' ? pageFieldName(t, String(id), path) : kindText(t, { name: kind as 'post' }, path)
    return {
      id: `${kind} ${id}`,
      title: kind === 'page' ? t(`page.${id}` as MessageId) : title,
      kind: t(known.label),
      editor: known.editor(id),
      address: `/api${known.api}/${id}`,
      list: `/api${known.api}`,
      updatedAt: updatedAt ?? '',
      told,
      isDrafted,
      missing: pathsThat('missing').map(nameOf),
      outdated: pathsThat('outdated').map((path) => ({ path, name: nameOf(path) })),
    }
  })
}

/** `features.0.title` is the title of the first of the features. */
function pageFieldName(t: Translate, name: string, path: string): string {
  const page = pageNames.find((one) => one === name)
  const [key, place, part] = path.split('.')
  const field = page && fieldsOf(page).find((one) => one.key === key)
  if (!field) return path
  if (place === undefined) return t(labelIdOf(field))
  const entry = t('page.entryOf', { field: t(labelIdOf(field)), place: Number(place) + 1 })
  return `${entry}: ${t(`page.entry.${part}` as MessageId)}`
}
