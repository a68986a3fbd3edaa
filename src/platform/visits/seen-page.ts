import type { Language } from '#i18n/language'

export type Device = 'phone' | 'tablet' | 'desktop'
/** What is known of a browser by its name; the places of the addresses it came from, for as long as the day lasts. */
export type Browser = { name: string; isRobot: boolean; device: Device; places: Map<string, number> }

/** A public page, in the language in which it is shown. */
export type ShownPage = { path: string; language: Language }

/** A page that somebody has seen. Nothing of it is kept but what is counted. */
export type SeenPage = ShownPage & {
  /** More than one where it stands for others that were passed over. */
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
