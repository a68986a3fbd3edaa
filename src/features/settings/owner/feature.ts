import { doneOrLeft } from '#platform/checklist'
import type { Feature } from '#platform/feature'
import { isBackedUp } from '#platform/owner/settings'
import { followSettings } from '#platform/owner/in-force'
import { ownerSettings, siteAddress } from '#platform/owner/table'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { settingsApi } from './api'
import { storedSettings } from './stored'

declare module '#platform/events/events' {
  interface Kinds {
    settings: true
  }
}

export const settings: Feature = {
  api: { routes: settingsApi },
  content: {
    // Every page may show the sign-up form, or a link to it.
    kinds: [{ name: 'settings', isOnEveryPage: true }],
    tables: {
      ownerSettings: {
        table: ownerSettings,
        later: [
          'backedUpAt',
          'setup',
          'signUp',
          'welcome',
          'mailServer',
          'mailFrom',
          'mailTo',
          'securityContact',
          'timeZone',
        ],
        row: storedSettings,
      },
    },
    staying: [siteAddress],
  },
  jobs: [
    // All processes follow a change at once; where notifications do not arrive, within half a second.
    { name: 'follow the settings', every: 50, wakes: ['settings'], runInEach: followSettings },
  ],
  checklist: [
    { key: 'site-url', left: async ({ config }) => doneOrLeft(config.siteUrl !== undefined, addressAt) },
    { key: 'backup', left: async ({ db }) => doneOrLeft(await isBackedUp(db, backupDays), backupsAt) },
  ],
}

/** Days after which a backup counts as outdated. */
const backupDays = 30

const addressAt = `${href(adminPaths.settings)}?page=address`
const backupsAt = `${href(adminPaths.system)}#backups`
