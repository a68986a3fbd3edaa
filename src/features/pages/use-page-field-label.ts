import { useCallback } from 'react'
import { seoFields } from '#records/editor/fields/seo-fields'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'
import type { PageName } from './contract'
import { fieldsOf, labelIdOf } from './page-fields'

/** What a place in a page's JSON is called: the label of its control where it has one, else its own keys. */
export function usePageFieldLabel(page: PageName) {
  const t = useText()
  const placeIn = useCallback(
    (list: string, index: string, part: string) =>
      `${t('page.entryOf', { field: list, place: Number(index) + 1 })}: ${t(`page.entry.${part}` as MessageId)}`,
    [t],
  )
  return useCallback(
    (path: string[]): string => {
      const spanish = path[0] === 'translations' && path[1] === 'es'
      const [key, inner, part] = spanish ? path.slice(2) : path
      const seo = seoFields.find((field) => key === 'metadata' && field === inner)
      const field = fieldsOf(page).find((one) => one.key === key)
      const isPart = field?.kind === 'list' && (field.picture === part || field.entry.some((one) => one.key === part))
      const ofEntry =
        field && isPart && inner !== undefined && part !== undefined && placeIn(t(labelIdOf(field)), inner, part)
      const ofField = field && inner === undefined && t(labelIdOf(field))
      const ofRow =
        field?.kind === 'list' &&
        part === undefined &&
        inner !== undefined &&
        t('page.entryOf', { field: t(labelIdOf(field)), place: Number(inner) + 1 })
      const name = seo ? t(`editing.seo.${seo}`) : ofEntry || ofField || ofRow || path.join('.')
      return spanish ? t('editing.inSpanish', { field: name }) : name
    },
    [page, placeIn, t],
  )
}
