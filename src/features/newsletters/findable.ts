import { sql } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { FindableRows } from '#platform/feature'
import { newsletters } from './table'

/** Newsletters with a subject or a title of their own, in each language; one that only sends a post is found as the post. */
export const findableNewsletters: FindableRows = {
  kind: 'newsletter',
  rows: sql`select ${newsletters.id}::text as id, title.text as title,
    concat_ws(' ', ${newsletters.title} ->> title.language, ${newsletters.introduction} ->> title.language, ${newsletters.body} ->> title.language) as text,
    ${newsletters.state} as status, title.language as language, ${newsletters.createdAt} as at,
    find_words(concat_ws(' ', title.text, ${newsletters.title} ->> title.language, ${newsletters.introduction} ->> title.language, ${newsletters.body} ->> title.language)) as words
    from ${newsletters}, jsonb_each_text(coalesce(${newsletters.subject}, ${newsletters.title})) as title (language, text)
    where title.text <> ''`,
  href: (id) => `${href(adminPaths.newsletters)}?letter=${id}`,
}
