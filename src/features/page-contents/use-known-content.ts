import { useQueryClient } from '@tanstack/react-query'
import { usePageLanguage } from '#i18n/language-atom'
import { parseObject } from '#text/parse-json'
import type { PageName } from './contract'
import { localizePageContent } from './page-json'
import { pageContentQuery } from './queries'

/** A stored page's texts in the visitor's language as far as they are loaded, for screens that do not wait for them. */
export function useKnownContent(page: PageName): Record<string, unknown> {
  const language = usePageLanguage()
  const stored = useQueryClient().getQueryData(pageContentQuery(page).queryKey)
  return localizePageContent(parseObject(stored?.content), language)
}
