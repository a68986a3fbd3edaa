import { href } from '#base/href'
import { adminPaths } from '#base/admin-paths'

/** Where a message is open in the admin. */
export const messageHref = (id: number): string => `${href(adminPaths.messages)}?message=${id}`
