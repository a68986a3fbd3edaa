import { useLingui } from '@lingui/react'
import { useStore } from 'jotai'
import { createContext, useCallback, useContext, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { readAddress } from '#i18n/addresses/href'
import type { CompiledCatalog } from './i18n'
import { isLanguage, type Language, languageKey } from './language'
import { languageAtom, usePageLanguage } from './language-atom'
import { settleLanguage, storePreference } from './preference'

/** Loads the texts of another language; the app provides it. */
export const CatalogContext = createContext<(language: Language) => Promise<CompiledCatalog>>(() => Promise.resolve({}))

/** The current language, and a function to change it: stored at once, applied when its texts are loaded. */
export function useLanguage(): [language: Language, setLanguage: (language: Language) => void] {
  const language = usePageLanguage()
  const show = useShowLanguage()
  const setLanguage = useCallback(
    (next: Language) => {
      storePreference(next)
      void show(next)
    },
    [show],
  )
  return [language, setLanguage]
}

/**
 * Follows the language of the URL, or the stored preference if the URL has none: after the page has loaded, and when
 * another tab changes it. Used once, by the app.
 */
export function useAddressedLanguage(): void {
  const show = useEffectEvent(useShowLanguage())
  const { pinned } = readAddress(useLocation().pathname)
  useEffect(() => {
    void show(settleLanguage(pinned))
    if (pinned) return undefined
    const follow = (event: StorageEvent) => {
      if (event.key === languageKey && isLanguage(event.newValue)) void show(event.newValue)
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [pinned])
}

/** The latest choice: texts that arrive after another change are ignored. */
let wanted: Language | undefined

function useShowLanguage(): (language: Language) => Promise<void> {
  const { i18n } = useLingui()
  const store = useStore()
  const loadCatalog = useContext(CatalogContext)

  return useCallback(
    async (next: Language) => {
      wanted = next
      if (next === store.get(languageAtom)) return
      try {
        const messages = await loadCatalog(next)
        if (wanted !== next) return
        i18n.loadAndActivate({ locale: next, messages })
        store.set(languageAtom, next)
      } catch {
        // The texts cannot be loaded here; after a reload the server knows the choice from the cookie.
        location.reload()
      }
    },
    [i18n, loadCatalog, store],
  )
}
