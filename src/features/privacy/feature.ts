import type { Feature } from '#platform/feature'
import { privacyApi } from './api'

declare module '#platform/events/events' {
  interface Kinds {
    privacy: true
  }
}

/** What people may ask of whoever holds something of them, whichever feature it is. */
export const privacy = (features: () => readonly Feature[]): Feature => ({
  api: { routes: (services) => privacyApi(services, features()) },
})
