import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { doneOrLeft } from '#platform/checklist'
import type { Feature } from '#platform/feature'
import { readSite, withBuiltIn } from '#platform/owner/site'
import { siteSettings as table } from '#platform/owner/table'
import { siteSettingsApi } from './api'
import { validPart } from './contract'
import { findableValues } from './findable'
import { namingSite } from './naming'
import { changed, keepHomePage, requireRevision, type SiteLookups, untilNextMoment } from './store'
import { storedSite } from './stored'

declare module '#platform/events/events' {
  interface Kinds {
    'site-settings': true
  }
}

export const siteSettings = (lookups: SiteLookups): Feature => ({
  findable: { texts: [findableValues] },
  api: {
    named: { '/api/site/revisions/:version': requireRevision },
    routes: siteSettingsApi(lookups),
  },
  content: {
    kinds: [
      {
        name: 'site-settings',
        isOnEveryPage: true,
        untilNext: untilNextMoment,
        naming: namingSite,
        previewSite: async ({ db, config }, draft) => {
          const { stored } = await readSite(db, config)
          const { home, ...values } = validPart(draft)
          const page = home && (await lookups.findHomeCustomPage(db, home.page))
          return withBuiltIn(
            config,
            changed(stored, { ...values, ...(home === undefined ? {} : { home: page ? { page: page.id } : null }) }),
          )
        },
      },
    ],
    tables: { siteSettings: { table, row: storedSite } },
  },
  listeners: [
    {
      on: ['custom-page.unpublished', 'custom-page.scheduled', 'custom-page.trashed', 'custom-page.deleted'],
      run: keepHomePage,
    },
  ],
  checklist: (['name', 'logo'] as const).map((key) => ({
    key,
    async left({ db, config }) {
      const { stored } = await readSite(db, config)
      return doneOrLeft(
        typeof stored[key] === 'string' || typeof stored[key] === 'number',
        `${href(adminPaths.site)}?part=identity&field=${key}`,
      )
    },
  })),
})
