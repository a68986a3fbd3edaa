import { sql } from 'drizzle-orm'
import type { StoredSite } from '#contract/site'
import type { Naming } from '#platform/feature'
import { siteSettings } from '#platform/owner/table'
import { pictureNames } from './store'

/** The id of the only row in events. */
const id = 'site'

/** The media uses and links of the site's values: logos, icon and social picture, menu and footer. */
export const namingSite: Naming = {
  kind: 'site-settings',
  versions: sql`select ${sql.raw(`'${id}'`)}, ${siteSettings.version} from ${siteSettings}`,
  async read(db) {
    const [row] = await db.select().from(siteSettings)
    return row && { version: row.version, title: row.values.name ?? id, visibility: 'live', values: row.values }
  },
  fields: (values: StoredSite) => ({ ...picturesOf(values), ...linksOf(values) }),
  links: linksOf,
}

function picturesOf(values: StoredSite): Record<string, string> {
  return Object.fromEntries(
    pictureNames.flatMap((name) => {
      const picture = values[name]
      return typeof picture === 'number' ? [[name, `/media/${picture}/`]] : []
    }),
  )
}

function linksOf({ navigation = [], social = [], announcement }: StoredSite) {
  return {
    navigation: navigation.map(({ href, children }) => ({
      href,
      children: children.map((child) => ({ href: child.href })),
    })),
    social: social.map(({ url }) => ({ url })),
    announcement: { href: announcement?.href },
  }
}
