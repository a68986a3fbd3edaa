import { eq, sql } from 'drizzle-orm'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage } from '#i18n/language'
import type { Naming } from '#platform/feature'
import { orOther } from './store'
import { newsletters } from './table'

/** The media uses of newsletters of their own. */
export const namingNewsletters: Naming = {
  kind: 'newsletter',
  versions: sql`select ${newsletters.id}::text, ${newsletters.version} from ${newsletters} where ${newsletters.post} = 0`,
  async read(db, id) {
    const [row] = await db
      .select()
      .from(newsletters)
      .where(eq(newsletters.id, Number(id)))
    if (!row) return undefined
    const { version, title, subject, body, state } = row
    return {
      version,
      title: orOther(subject ?? title ?? byLanguage(() => ''), defaultLanguage),
      visibility: state === 'draft' ? 'draft' : 'live',
      values: { body: body ?? {} },
    }
  },
  fields: (values) => values,
}
