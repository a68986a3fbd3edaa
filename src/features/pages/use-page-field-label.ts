import { useCallback } from 'react'
import { seoFields } from '#records/editor/seo-fields'
import { useText } from '#base/i18n/i18n'
import type { MessageId } from '#base/i18n/messages'
import { pageFields } from './page-fields'

const known = new Set(Object.values(pageFields).flat().flatMap(({ fields }) => fields).map(({ key }) => key))

/** What a place in a page's JSON is called: the label of its control where it has one, else its own keys. */
export function usePageFieldLabel() {
  const t = useText()
  return useCallback((path: string[]): string => {
    const spanish = path[0] === 'translations' && path[1] === 'es'
    const [key, inner] = spanish ? path.slice(2) : path
    const seo = seoFields.find((field) => key === 'metadata' && field === inner)
    const name = seo ? t(`editing.seo.${seo}`) : key !== undefined && inner === undefined && known.has(key) ? t(`page.field.${key}` as MessageId) : path.join('.')
    return spanish ? t('editing.inSpanish', { field: name }) : name
  }, [t])
}
