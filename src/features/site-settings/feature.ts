import type { Feature } from '#platform/feature'
import { siteSettings as table } from '#platform/owner/table'
import { siteSettingsApi } from './api'
import { namingSite } from './naming'
import { type CheckPictures, untilAnnouncement } from './store'

declare module '#platform/events/events' {
  interface Kinds {
    'site-settings': true
  }
}

export const siteSettings = (checkPictures: CheckPictures): Feature => ({
  api: {
    routes: siteSettingsApi(checkPictures),
  },
  content: {
    kinds: [{ name: 'site-settings', isOnEveryPage: true, untilNext: untilAnnouncement, naming: namingSite }],
    tables: { siteSettings: { table } },
  },
})
