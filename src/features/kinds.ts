import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { Translate } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import type { DescribedKind } from '#records/kind/record'
import { customPageKind } from './custom-pages/contract'
import { pageName } from './page-contents/contract'
import { pageContentKindOf } from './page-contents/page-fields'
import { postKind } from './posts/contract'
import { projectKind } from './projects/contract'

/** The one list of record kinds, from which all others, on the server and in the browser, are derived. */
export const recordKinds = [postKind, projectKind, customPageKind] as const

/** The kind whose records newsletters send. */
export const newsletterKind = postKind

type RecordKindName = (typeof recordKinds)[number]['name']
export const recordKindNames: readonly RecordKindName[] = recordKinds.map(({ name }) => name)

/** The site's pages have texts like records, and a name instead of a numeric id. */
export const contentKindNames = [...recordKindNames, 'page'] as const

export const recordKindOf = (name: string) => recordKinds.find((kind) => kind.name === name)

/** The kind of a record, or that of the page with this name. */
export function contentKindOf(kind: string, id: number | string | null): DescribedKind | undefined {
  const page = pageName.safeParse(kind === 'page' ? id : undefined).data
  return page ? pageContentKindOf(page) : recordKindOf(kind)
}

/** The display title of a record; pages have a translated name instead. */
export const contentTitle = (t: Translate, kind: string, id: number | string | null, title: string): string =>
  kind === 'page' && contentKindOf(kind, id) ? t(`page.${id}` as MessageId) : title

/** The URL of the editor of a record, a page, a newsletter, or the site's settings; undefined if there is none. */
export function editorAddress(kind: string, id: number | string): string | undefined {
  const record = recordKindOf(kind)
  if (record) return `${href(record.screen)}?edit=${id}`
  if (kind === 'newsletter') return `${href(adminPaths.newsletters)}?letter=${id}`
  if (kind === 'site-settings') return `${href(adminPaths.site)}?edit=${id}`
  return kind === 'page' ? `${href(adminPaths.content)}?page=${id}` : undefined
}
