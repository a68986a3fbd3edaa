import { adminPath } from './addresses/paths'
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageChosenKey,
  languageInCookies,
  languageKey,
} from './language'

const year = 365 * 24 * 60 * 60

/**
 * The language of a page, whose URL may pin one. A pinned language is not stored, except for a choice just made without
 * scripts.
 */
export function settleLanguage(pinned: Language | undefined): Language {
  if (pinned !== undefined && !isJustChosen()) return pinned
  const preferred = settlePreference()
  return pinned ?? preferred
}

/**
 * The stored choice, else the cookie's, else English; the result is stored. A choice just made without scripts overrides
 * it. Until there is a choice, there is no cookie, and the admin keeps the language in which the server has sent it: the
 * browser's.
 */
export function settlePreference(): Language {
  const stored = isJustChosen() ? null : readStored()
  const inCookie = languageInCookies(document.cookie)
  const language = isLanguage(stored) ? stored : ((stored === null ? inCookie : undefined) ?? defaultLanguage)
  const isChosen = inCookie !== undefined || language !== defaultLanguage
  if (!isChosen && location.pathname.startsWith(adminPath)) return document.documentElement.lang as Language
  storePreference(language, isChosen)
  return language
}

/** Stores the choice in localStorage, and in the cookie for the server. */
export function storePreference(language: Language, isChosen = true): void {
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // Storage is blocked or full: then only the cookie stores it.
  }
  if (!isChosen) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${languageKey}=${language}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`
}

const isJustChosen = () => document.cookie.includes(`${languageChosenKey}=1`)

function readStored(): string | null {
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null
  }
}
