import type { Language } from '#i18n/language'

export type Device = 'phone' | 'tablet' | 'desktop'
/** The properties of a user agent, and the visitor slots of its client addresses for the rest of the day. */
export type Browser = {
  name: string
  isRobot: boolean
  device: Device
  slots: Map<string, number>
}

/** A public page, in the language of the response. */
export type ShownPage = { path: string; language: Language }

/** One page view. Only the aggregates are stored. */
export type SeenPage = ShownPage & {
  /** More than one when it is a sample of several views. */
  views: number
  browser: Browser
  /** Read on demand, because it is more expensive than the rest. */
  address: () => string
  /** Empty if there is none. */
  referrer: string
  campaign: string
  search: string
}

/** Page views with the same properties. */
export type Shape = Pick<SeenPage, 'path' | 'language' | 'referrer' | 'campaign' | 'search'> & {
  device: Device
  views: number
  slots: Set<number>
}
