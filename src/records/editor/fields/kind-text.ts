import { useCallback } from 'react'
import { type Translate, useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import type { MessageId, MessageValues } from '#i18n/messages'
import { defaultLanguage } from '#i18n/language'
import { readPath } from '#records/editor/values/paths'
import type { DescribedKind, RecordKind } from '#records/kind/record'
import { labelAt } from './label-at'
import { seoFields } from './seo-fields'

/** A text about a kind of record (`post.created`). A test asks every kind for all of them. */
export const kindText = (
  t: Translate,
  { name }: Pick<RecordKind, 'name'>,
  text: string,
  values?: MessageValues,
): string => t(`${name}.${text}` as MessageId, values)

type Labelled = Pick<DescribedKind, 'name' | 'fields' | 'labelOf'>

/** The name of a field, as its control is labelled; `content` tells which block is which. */
export function useFieldLabel(kind: Labelled) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return useCallback(
    (path: string, content?: Record<string, unknown>): string => {
      const { language, name } = readPath(path)
      const field = fieldLabel(t, kind, name, content)
      return language === defaultLanguage ? field : t('editing.inLanguage', { field, language: nameOf(language) })
    },
    [kind, t, nameOf],
  )
}

/** The same of a path without a language. */
export function fieldLabel(t: Translate, kind: Labelled, field: string, content?: Record<string, unknown>): string {
  const seoField = seoFields.find((one) => field === `metadata.${one}`)
  if (seoField) return t(`editing.seo.${seoField}`)
  const declared = labelAt(t, kind.fields, field.split('.'), (names) => fieldName(t, kind, names), content)
  if (declared !== undefined) return declared
  // A page may hold whatever its editors have typed.
  if (kind.labelOf) return kind.labelOf([field]) ? fieldName(t, kind, [field]) : field
  if (field === 'metadata') return t('editing.seo.others')
  return field === 'slug' ? t('editing.slug') : kindText(t, kind, field)
}

/** The name of a declared field, by the names of those around it and its own. */
export function fieldName(t: Translate, kind: Pick<Labelled, 'name' | 'labelOf'>, names: readonly string[]): string {
  const id = kind.labelOf?.(names)
  return id ? t(id) : kindText(t, kind, names.join('.'))
}
