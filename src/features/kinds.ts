import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { customPageKind } from './custom-pages/contract'
import { postKind } from './posts/contract'
import { projectKind } from './projects/contract'

/** The one list of the kinds of records: whatever speaks of kinds, on either side, is derived from it. */
export const recordKinds = [postKind, projectKind, customPageKind] as const

export type RecordKindName = (typeof recordKinds)[number]['name']
export const recordKindNames: readonly RecordKindName[] = recordKinds.map(({ name }) => name)

/** The pages of the site have texts as records have, and a name in the place of a number. */
export const contentKindNames = [...recordKindNames, 'page'] as const
export type ContentKindName = (typeof contentKindNames)[number]

export const recordKindOf = (name: string) => recordKinds.find((kind) => kind.name === name)

/** Where an administrator edits a record, a page by its name, or the site itself; undefined for what has no editor. */
export function editorAddress(kind: string, id: number | string): string | undefined {
  const record = recordKindOf(kind)
  if (record) return `${href(record.screen)}?edit=${id}`
  if (kind === 'site-settings') return `${href(adminPaths.site)}?edit=${id}`
  return kind === 'page' ? `${href(adminPaths.content)}?page=${id}` : undefined
}
