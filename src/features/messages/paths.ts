import { href } from '#i18n/addresses/href'
import { adminPaths } from '#i18n/addresses/admin-paths'

/** The URL of an open message in the admin. */
export const messageHref = (id: number): string => `${href(adminPaths.messages)}?message=${id}`
