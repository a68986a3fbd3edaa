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
 * The language of a page, whose address may be pinned to one. That stores nothing, but for a choice that the server was
 * just told.
 */
export function settleLanguage(pinned: Language | undefined): Language {
  if (pinned !== undefined && !isJustChosen()) return pinned
  const preferred = settlePreference()
  return pinned ?? preferred
}

/**
 * The stored choice. Without one the cookie's, a worthless one counts as English; either way it is stored from now on.
 * A choice that the server was told counts before it.
 */
export function settlePreference(): Language {
  const stored = isJustChosen() ? null : readStored()
  const language = isLanguage(stored)
    ? stored
    : ((stored === null ? languageInCookies(document.cookie) : undefined) ?? defaultLanguage)
  storePreference(language)
  return language
}

/** Keeps the choice in this browser, and in the cookie that tells the server. */
export function storePreference(language: Language): void {
  try {
    localStorage.setItem(languageKey, language)
  } catch {
    // Storage is blocked or full: the cookie alone remembers.
  }
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
