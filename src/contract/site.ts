import { atom } from 'jotai'
import type { z } from 'zod'
import { defaultLanguage, type Language } from '#i18n/language'
import type { SignUpMode, SiteBrand, SitePart, siteValues } from './site-values'

/** A text in each language; an empty one falls back to the first language. */
export type LanguageTexts = Record<Language, string>

/** The mail to a subscriber who has confirmed; `text` is HTML. */
export type WelcomeMail = { subject: LanguageTexts; text: LanguageTexts }

/** The owner's settings of the site. */
export type SiteValues = z.infer<typeof siteValues>

/** Absent values have their built-in defaults. */
export type StoredSite = Partial<Omit<SiteValues, 'look'>> & { look?: Partial<SiteValues['look']> }

export type SocialLink = SiteValues['social'][number]
export type MenuEntry = SiteValues['navigation'][number]
export type MenuLink = MenuEntry['children'][number]
export type Announcement = NonNullable<SiteValues['announcement']>

/** The name of the company of the starter content. */
export const sampleName = 'Industria AI'

/** The owner's logo as a page shows it; `holdsName`: the name is not shown beside it. */
export type SiteLogo = NonNullable<SiteBrand['logo']>

/** The settings of this installation, shared with the browser. `origin` has no trailing slash. */
export type Site = Pick<SiteValues, 'name'> & {
  /** Absent for the default text. */
  footer?: LanguageTexts
  /** With its year. */
  copyright: LanguageTexts
  /** Absent for the default entries. */
  navigation?: MenuEntry[]
  /** `key` is a hash of its text: a visitor who closed it has a cookie of this name. */
  announcement?: Announcement & { key: string }
  /** The links with their labels: an e-mail address has none, because the catalogs name it. */
  social: (SocialLink & { name: string })[]
  origin: string
  /** Absent where the built-in drawings are shown. */
  drawings?: false
  /** Absent for the default logo. */
  logo?: SiteLogo
  /** The social image for pages without a picture of their own; absent for the default one. */
  socialPicture?: string
  /** Absent while nothing is switched off. */
  hidden?: SitePart[]
  /** The slug of the custom page that is shown as the home page. */
  home?: string
  /** Absent where each reader's applies. */
  timeZone?: string
  /** Absent but in a public try-out. */
  demo?: { username: string; password: string }
  /** Absent for the waitlist. */
  signUp?: SignUpMode
}

/** Set before anything is rendered. */
export const siteAtom = atom({} as Site)

/** A text of the site's settings in a language. */
export const textIn = (texts: LanguageTexts, language: Language): string => texts[language] || texts[defaultLanguage]
