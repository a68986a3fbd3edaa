import { useCallback } from 'react'
import { metadataOf } from '#base/editing/record-values'
import { seoFields } from '#base/editing/seo-fields'
import { useText } from '#base/i18n/i18n'
import type { MessageId } from '#base/i18n/messages'
import type { Resource, ResourceRow, ResourceValues } from './resource-screen'

type AnyResource<V extends ResourceValues> = Pick<Resource<ResourceRow, ResourceRow, V>, 'kind' | 'schema' | 'toDraft'>

/** What is wrong with the values, field by field; `isMissing` when something required is empty. */
export function useResourceFaults<V extends ResourceValues>(resource: AnyResource<V>) {
  const t = useText()
  const labelOf = useResourceLabel(resource)
  return useCallback((values: V) => {
    const draft = { ...resource.toDraft(values), content: values.content, metadata: metadataOf(values) }
    const issues = resource.schema.safeParse(draft).error?.issues ?? []
    const faults = Object.fromEntries(issues.toReversed().map(({ path, message }) => {
      const field = path.join('.')
      // Messages of the contracts are ids of the catalog.
      return [field, t(message as MessageId, { field: labelOf(field) })]
    }))
    return { faults, isMissing: issues.some(({ message }) => message === 'validation.required') }
  }, [resource, labelOf, t])
}

/** The name of a field, as its control is labelled. */
export function useResourceLabel({ kind }: Pick<AnyResource<ResourceValues>, 'kind'>) {
  const t = useText()
  return useCallback((field: string): string => {
    const seoField = seoFields.find((one) => field === `metadata.${one}` || field === `translations.es.metadata.${one}`)
    if (seoField) return t(`editing.seo.${seoField}`)
    if (field === 'metadata' || field === 'translations.es.metadata') return t('editing.seo.others')
    if (field === 'slug') return t('editing.slug')
    const translated = field.startsWith('translations.es.')
    const name = translated ? `${field.slice('translations.es.'.length)}Es` : field
    return t(`${kind}.${name}` as MessageId)
  }, [kind, t])
}
