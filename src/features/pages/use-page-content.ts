import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { languageAtom } from '#i18n/language-atom'
import { parseObject } from '#text/parse-json'
import type { PageName } from './contract'
import { localizePage } from './page-json'
import { pageQuery } from './queries'

type Content = Record<string, unknown>

/** The stored page as its administrator wrote it, in English; empty without one, so that the built-in texts show. */
export function useOriginalContent(page: PageName): Content {
  const { data: stored } = useSuspenseQuery(pageQuery(page))
  return useMemo(() => parseObject(stored?.content), [stored])
}

/** What the stored page says in the visitor's language. */
export function usePageContent(page: PageName): Content {
  const content = useOriginalContent(page)
  const language = useAtomValue(languageAtom)
  return useMemo(() => localizePage(content, language), [content, language])
}
