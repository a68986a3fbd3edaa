import { useLingui } from '@lingui/react'
import { useAtom } from 'jotai'
import { createContext, useCallback, useContext, useEffect, useRef } from 'react'
import type { CompiledCatalog } from './i18n'
import { isLanguage, type Language, languageAtom, languageKey } from './language'
import { settlePreference, storePreference } from './preference'

/** How the texts of another language are fetched; the app provides it. */
export const CatalogContext = createContext<(language: Language) => Promise<CompiledCatalog>>(() => Promise.resolve({}))

/** The language of the page, and the change of it: stored at once, shown as soon as its texts are there. */
export function useLanguage(): [language: Language, setLanguage: (language: Language) => void] {
  const [language] = useAtom(languageAtom)
  const show = useShowLanguage()
  const setLanguage = useCallback((next: Language) => {
    storePreference(next)
    show(next)
  }, [show])
  return [language, setLanguage]
}

/** Follows the stored preference: once after the page has loaded, then whenever another tab changes it. For the app, once. */
export function useStoredLanguage(): void {
  const show = useShowLanguage()
  useEffect(() => {
    show(settlePreference())
    const follow = (event: StorageEvent) => {
      if (event.key === languageKey && isLanguage(event.newValue)) show(event.newValue)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [show])
}

let wanted: Language | undefined

function useShowLanguage(): (language: Language) => void {
  const { i18n } = useLingui()
  const [language, setLanguage] = useAtom(languageAtom)
  const loadCatalog = useContext(CatalogContext)
  const shown = useRef(language)
  shown.current = language

  return useCallback((next: Language) => {
    wanted = next
    if (next === shown.current) return
    loadCatalog(next).then(
      (catalog) => {
        if (wanted !== next) return
        i18n.loadAndActivate({ locale: next, messages: catalog })
        setLanguage(next)
      },
      // The texts cannot be had from here; the server knows the choice from the cookie.
      () => location.reload(),
    )
  }, [i18n, loadCatalog, setLanguage])
}
