import { useCallback } from 'react'
import { seoFields } from '#records/editor/seo-fields'
import { useText } from '#base/i18n/i18n'
import type { PageName } from './contract'
import { fieldsOf, labelIdOf } from './page-fields'

/** What a place in a page's JSON is called: the label of its control where it has one, else its own keys. */
export function usePageFieldLabel(page: PageName) {
  const t = useText()
  return useCallback(
    (path: string[]): string => {
      const spanish = path[0] === 'translations' && path[1] === 'es'
      const [key, inner] = spanish ? path.slice(2) : path
      const seo = seoFields.find((field) => key === 'metadata' && field === inner)
      const field = fieldsOf(page).find((one) => one.key === key && inner === undefined)
      const name = seo ? t(`editing.seo.${seo}`) : field ? t(labelIdOf(field)) : path.join('.')
      return spanish ? t('editing.inSpanish', { field: name }) : name
    },
    [page, t],
  )
}
