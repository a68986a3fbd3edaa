import { sql } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { FindableRows } from '#platform/feature'
import { media } from './table'

/** Files of the library by name and alternative texts. */
export const findableMedia: FindableRows = {
  kind: 'media',
  rows: sql`select ${media.id}::text as id, ${media.name} as title,
    concat_ws(' ', ${media.altEn}, ${media.altEs}, (select string_agg(value, ' ') from jsonb_each_text(${media.alt}))) as text,
    case when ${media.trashedAt} is not null then 'trashed' end as status,
    null::text as language, ${media.createdAt} as at, find_words(${media.words}) as words from ${media}`,
  href: (id) => `${href(adminPaths.media)}?item=${id}`,
}
