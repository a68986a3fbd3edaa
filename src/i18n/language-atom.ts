import { atom, useAtomValue } from 'jotai'
import { defaultLanguage, type Language } from './language'

/** The language of the page. */
export const languageAtom = atom<Language>(defaultLanguage)

export const usePageLanguage = (): Language => useAtomValue(languageAtom)
