import { useCallback } from 'react'
import { labelAt } from '#records/editor/fields/label-at'
import { seoFields } from '#records/editor/fields/seo-fields'
import { type Translate, useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import type { PageName } from '#features/pages/contract'
import { fieldsOf, labelIdOf } from '#features/pages/page-fields'

/** What a text of a page is called, by its path in the page's JSON; undefined where none is declared. */
export const pageFieldLabel = (t: Translate, page: PageName, path: string[]): string | undefined =>
  labelAt(t, fieldsOf(page), path, ([name = '', part]) =>
    t(part === undefined ? labelIdOf(page, name) : (`page.entry.${part}` as MessageId)),
  )

/** What a place in a page's JSON is called: the label of its control where it has one, else its own keys. */
export function usePageFieldLabel(page: PageName) {
  const t = useText()
  return useCallback(
    (path: string[]): string => {
      const isSpanish = path[0] === 'translations' && path[1] === 'es'
      const [key, inner] = isSpanish ? path.slice(2) : path
      const seo = seoFields.find((field) => key === 'metadata' && field === inner)
      const name = seo
        ? t(`editing.seo.${seo}`)
        : (pageFieldLabel(t, page, isSpanish ? path.slice(2) : path) ?? path.join('.'))
      return isSpanish ? t('editing.inSpanish', { field: name }) : name
    },
    [page, t],
  )
}
