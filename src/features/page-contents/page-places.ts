import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { PageName } from './contract'

/** Where the editor of a page has the field at a path of its JSON. */
export const contentHref = (page: PageName, field: string): string => at(adminPaths.content, { edit: page, field })

/** Where the site settings have the field at a path of a page's JSON. */
export const settingsHref = (page: PageName, field: string): string => at(adminPaths.settings, { page, field })

const at = (screen: string, query: Record<string, string>) => `${href(screen)}?${new URLSearchParams(query)}`
