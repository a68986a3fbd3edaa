import { useCallback } from 'react'
import { type Translate, useText } from '#i18n/i18n'
import type { MessageId, MessageValues } from '#i18n/messages'
import type { RecordKind } from '#records/kind/record'
import { labelAt } from './label-at'
import { seoFields } from './seo-fields'

/** A text about a kind of record (`post.created`). A test asks every kind for all of them. */
export const kindText = (
  t: Translate,
  { name }: Pick<RecordKind, 'name'>,
  text: string,
  values?: MessageValues,
): string => t(`${name}.${text}` as MessageId, values)

const spanish = 'translations.es.'

/** The name of a field, as its control is labelled; `content` tells which block is which. */
export function useFieldLabel(kind: Pick<RecordKind, 'name' | 'fields'>) {
  const t = useText()
  return useCallback(
    (path: string, content?: Record<string, unknown>): string =>
      path.startsWith(spanish)
        ? t('editing.inSpanish', { field: fieldLabel(t, kind, path.slice(spanish.length), content) })
        : fieldLabel(t, kind, path, content),
    [kind, t],
  )
}

/** The same of a path without a language. */
export function fieldLabel(
  t: Translate,
  kind: Pick<RecordKind, 'name' | 'fields'>,
  field: string,
  content?: Record<string, unknown>,
): string {
  const seoField = seoFields.find((one) => field === `metadata.${one}`)
  if (seoField) return t(`editing.seo.${seoField}`)
  if (field === 'metadata') return t('editing.seo.others')
  if (field === 'slug') return t('editing.slug')
  const nameOf = (names: string[]) => kindText(t, kind, names.join('.'))
  return labelAt(t, kind.fields, field.split('.'), nameOf, content) ?? kindText(t, kind, field)
}
