import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { languageAtom } from '#i18n/language-atom'
import { translated } from '#i18n/translated'
import { isRecord, parseObject } from '#text/parse-json'
import type { PageName } from './contract'
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
  return useMemo(
    () => translated(content, isRecord(content.translations) ? content.translations : undefined, language),
    [content, language],
  )
}
