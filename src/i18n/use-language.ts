import { useLingui } from '@lingui/react'
import { useAtomValue, useStore } from 'jotai'
import { createContext, useCallback, useContext, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { readAddress } from '#i18n/addresses/href'
import type { CompiledCatalog } from './i18n'
import { isLanguage, type Language, languageKey } from './language'
import { languageAtom } from './language-atom'
import { settleLanguage, storePreference } from './preference'

/** How the texts of another language are fetched; the app provides it. */
export const CatalogContext = createContext<(language: Language) => Promise<CompiledCatalog>>(() => Promise.resolve({}))

/** The language of the page, and the change of it: stored at once, shown as soon as its texts are there. */
export function useLanguage(): [language: Language, setLanguage: (language: Language) => void] {
  const language = useAtomValue(languageAtom)
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
 * Follows the language of the address, and the stored preference where the address has none: after the page has loaded,
 * and whenever another tab changes it. For the app, once.
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

/** The latest choice: texts that arrive after it has changed come too late. */
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
        // The texts cannot be had from here; the server knows the choice from the cookie.
        location.reload()
      }
    },
    [i18n, loadCatalog, store],
  )
}
