import { useContext } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { inLanguage } from '#i18n/addresses/href'
import type { Language } from '#i18n/language'
import { useLanguage } from '#i18n/use-language'
import { PrefetchContext } from '#ui/link'

/** The current language, and a function to change it: stores the choice, and navigates to the same page in it. */
export function useLanguageChoice(): [language: Language, choose: (language: Language) => void] {
  const [language, setLanguage] = useLanguage()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const prefetch = useContext(PrefetchContext)

  async function choose(next: Language) {
    setLanguage(next)
    const path = addressIn(next) ?? inLanguage(pathname, next)
    await prefetch(path)
    navigate(path + search + hash, { replace: true, preventScrollReset: true })
  }

  return [language, (next) => void choose(next)]
}

/** The page's URL in a language, from its `hreflang` links: slugs may differ between the languages. */
function addressIn(language: Language): string | undefined {
  const link = document.querySelector<HTMLLinkElement>(`link[hreflang=${language}]`)
  return link ? new URL(link.href).pathname : undefined
}
