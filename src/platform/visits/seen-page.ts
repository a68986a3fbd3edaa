import type { Language } from '#i18n/language'

export type Device = 'phone' | 'tablet' | 'desktop'
/** What a user agent says of a browser, and the visitor slots of its client addresses, for the rest of the day. */
export type Browser = { name: string; isRobot: boolean; device: Device; places: Map<string, number> }

/** A public page, in the language in which it is shown. */
export type ShownPage = { path: string; language: Language }

/** One page view. Only the aggregates are stored. */
export type SeenPage = ShownPage & {
  /** More than one when it is a sample of several views. */
  views: number
  browser: Browser
  /** Looked at where it is needed: finding it out takes longer than all else. */
  address: () => string
  /** Each is empty where there is none. */
  referrer: string
  campaign: string
  search: string
}

/** Pages that were seen alike. */
export type Shape = Pick<SeenPage, 'path' | 'language' | 'referrer' | 'campaign' | 'search'> & {
  device: Device
  views: number
  places: Set<number>
}
