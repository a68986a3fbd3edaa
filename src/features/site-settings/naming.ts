import { sql } from 'drizzle-orm'
import type { SiteValues, StoredSite } from '#contract/site'
import type { Naming } from '#platform/feature'
import { siteSettings } from '#platform/owner/table'

/** There is one row: what is told of it goes by this name. */
const id = 'site'
const pictures = ['logo', 'icon', 'socialPicture'] as const satisfies readonly (keyof SiteValues)[]

/** The pictures that stand for the site, named by their addresses as everywhere else. */
export const namingSite: Naming = {
  kind: 'site-settings',
  versions: sql`select ${sql.raw(`'${id}'`)}, ${siteSettings.version} from ${siteSettings}`,
  async read(db) {
    const [row] = await db.select().from(siteSettings)
    return row && { version: row.version, title: row.values.name ?? id, standing: 'live', values: row.values }
  },
  fields: (values: StoredSite) =>
    Object.fromEntries(
      pictures.flatMap((name) => {
        const picture = values[name]
        return typeof picture === 'number' ? [[name, `/media/${picture}/`]] : []
      }),
    ),
}
