import { atom } from 'jotai'
import { defaultLanguage, type Language } from '#i18n/language'
import type { SocialKind } from './social-kinds'

/** A text in each language; where another one than the first is empty, the first stands for it. */
export type LanguageTexts = Record<Language, string>

export type SocialLink = { kind: SocialKind; url: string }

export type MenuLink = { label: LanguageTexts; href: string }
export type MenuEntry = MenuLink & { children: MenuLink[] }

/** `from` and `until` in ISO 8601; null: now, never. */
export type Announcement = { text: LanguageTexts; href: string | null; from: string | null; until: string | null }

/** What the owner can settle of the site itself. Pictures are ids of the library. */
export type SiteValues = {
  name: string
  footer: LanguageTexts
  /** `{year}` stands for the year. */
  copyright: LanguageTexts
  /** `#rrggbb` */
  accent: string
  logo: number | null
  icon: number | null
  socialPicture: number | null
  social: SocialLink[]
  navigation: MenuEntry[]
  announcement: Announcement | null
}

/** What is left out is built in. */
export type StoredSite = Partial<SiteValues>

/** The owner's logo, as a page shows it: `holdsName` where the name need not stand beside it. */
export type SiteLogo = {
  image: {
    src: string
    srcSet?: string
    sizes?: string
    width: number
    height: number
    /** On the paper of which theme it would not be seen. */
    'data-lost'?: 'light' | 'dark'
  }
  holdsName: boolean
}

/** What both sides know of this installation. `origin` has no trailing slash. */
export type Site = Pick<SiteValues, 'name'> & {
  /** Absent where the built-in sentence holds. */
  footer?: LanguageTexts
  /** With its year. */
  copyright: LanguageTexts
  /** Absent where the built-in entries hold. */
  navigation?: MenuEntry[]
  /** `key` stands for its text: the cookie of whoever has closed it. */
  announcement?: Announcement & { key: string }
  /** Where each leads, and what it is called: nothing for an address of mail, which the catalogs name. */
  social: (SocialLink & { name: string })[]
  origin: string
  /** Where there is none, the mark that is built in. */
  logo?: SiteLogo
  /** What shared links show of pages without a picture of their own, where it is not the built-in one. */
  socialPicture?: string
}

/** Set before anything is rendered. */
export const siteAtom = atom({} as Site)
export const versionLabel = 'v.0.1.0'

/** A text of the site's settings in a language. */
export const textIn = (texts: LanguageTexts, language: Language): string => texts[language] || texts[defaultLanguage]
