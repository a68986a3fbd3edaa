import { useCallback } from 'react'
import { seoMetadataOf } from '#records/editor/record-values'
import { seoFields } from '#records/editor/seo-fields'
import { issueText, useText } from '#base/i18n/i18n'
import type { MessageId } from '#base/i18n/messages'
import type { Resource, ResourceRow, ResourceValues } from './resource'

type AnyResource<V extends ResourceValues> = Pick<Resource<ResourceRow, ResourceRow, V>, 'kind' | 'schema' | 'toInput'>

/** What is wrong with the values, field by field; `isMissing` when something required is empty. */
export function useResourceFaults<V extends ResourceValues>(resource: AnyResource<V>) {
  const t = useText()
  const labelOf = useResourceLabel(resource)
  return useCallback((values: V) => {
    const input = { ...resource.toInput(values), content: values.content, metadata: seoMetadataOf(values) }
    const issues = resource.schema.safeParse(input).error?.issues ?? []
    const faults = Object.fromEntries(issues.toReversed().map(({ path, message }) => {
      const field = path.join('.')
      return [field, issueText(t, message, { field: labelOf(field) })]
    }))
    return { faults, isMissing: issues.some(({ message }) => message === 'validation.required') }
  }, [resource, labelOf, t])
}

/** The name of a field, as its control is labelled. */
export function useResourceLabel({ kind }: Pick<AnyResource<ResourceValues>, 'kind'>) {
  const t = useText()
  return useCallback((field: string): string => {
    const isSpanish = field.startsWith(spanish)
    const name = isSpanish ? field.slice(spanish.length) : field
    const seoField = seoFields.find((one) => name === `metadata.${one}`)
    if (seoField || name === 'metadata') {
      const label = t(seoField ? `editing.seo.${seoField}` : 'editing.seo.others')
      return isSpanish ? t('editing.inSpanish', { field: label }) : label
    }
    return name === 'slug' ? t('editing.slug') : t(`${kind}.${name}${isSpanish ? 'Es' : ''}` as MessageId)
  }, [kind, t])
}

const spanish = 'translations.es.'
