import type { Feature } from '#platform/feature'
import { privacyApi } from './api'

declare module '#platform/events/events' {
  interface Kinds {
    privacy: true
  }
}

/** Export and erasure of personal data, over all features. */
export const privacy = (features: () => readonly Feature[]): Feature => ({
  api: { routes: (services) => privacyApi(services, features()) },
})
