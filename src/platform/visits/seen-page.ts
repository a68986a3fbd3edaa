import type { Language } from '#i18n/language'

export type Device = 'phone' | 'tablet' | 'desktop'
/**
 * What a user agent says of a browser, the visitor slots of its client addresses for the rest of the day, and how often
 * it was seen in ten seconds.
 */
export type Browser = {
  name: string
  isRobot: boolean
  device: Device
  places: Map<string, number>
  window: number
  inWindow: number
}

/** A public page, in the language in which it is shown. */
export type ShownPage = { path: string; language: Language }

/** One page view. Only the aggregates are stored. */
export type SeenPage = ShownPage & {
  /** More than one when it is a sample of several views. */
  views: number
  browser: Browser
  /** Looked up on demand, because it costs more than the rest; undefined where the lookup is skipped. */
  address: (() => string) | undefined
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
