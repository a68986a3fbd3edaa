import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { usePageLanguage } from '#i18n/language-atom'
import { parseObject } from '#text/parse-json'
import type { PageName } from './contract'
import { localizePageContent } from './page-json'
import { pageContentQuery } from './queries'

type Content = Record<string, unknown>

/** The stored page in English; empty without one, so that the default texts show. */
export function useOriginalContent(page: PageName): Content {
  const { data: stored } = useSuspenseQuery(pageContentQuery(page))
  return useMemo(() => parseObject(stored?.content), [stored])
}

/** The stored page's texts in the visitor's language. */
export function usePageContent(page: PageName): Content {
  const content = useOriginalContent(page)
  const language = usePageLanguage()
  return useMemo(() => localizePageContent(content, language), [content, language])
}
