import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { Switch } from '#ui/controls/fields/choice'
import { derivedSeo, type DerivedSeo, SeoControl, type SeoField, seoFields } from './seo-fields'
import { FieldAnchor, FieldPair } from './field-location'
import { defaultLanguage, type Language, otherLanguages } from '#i18n/language'
import { useFieldLabel } from './kind-text'
import type { DescribedKind } from '#records/kind/record'
import { pathIn } from '#records/editor/values/values'
import type { RecordValues } from '#records/editor/values/record-values'
import { UntranslatedNote, countUntranslated } from '#records/editor/languages/untranslated-note'
import { type Editor, textField } from '#records/editor/saving/use-editor'

type RecordSeoProps = {
  kind: DescribedKind
  form: Pick<Editor<RecordValues>, 'values' | 'change'> & { errors: Readonly<Record<string, string>> }
  languages: readonly Language[]
  /** Why the fields are disabled at present. */
  waits?: ReactNode
  /** What holds while the fields are empty, if it does not follow from the form's values. */
  derived?: (language: Language) => DerivedSeo
}

/** The SEO fields of a record, in every shown language. */
export function RecordSeo({ kind, form, languages, waits, derived }: RecordSeoProps) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const { name } = useAtomValue(siteAtom)
  const read = (field: string, language: Language) =>
    String(form.values[pathIn(language, field)] || form.values[field] || '')
  const derivedIn = (language: Language) =>
    derived?.(language) ??
    derivedSeo({
      heading: read('title', language),
      summary: read('excerpt' in kind.fields ? 'excerpt' : 'description', language),
      typed: { title: read('metadata.title', language), description: read('metadata.description', language) },
      site: name,
    })
  const isWritten = (field: SeoField, language: Language) => form.values[pathIn(language, `metadata.${field}`)] !== ''
  return (
    <div className="edit-page">
      <div className="edit-form" data-columns={languages.length}>
        {waits}
        {otherLanguages.map((language) => (
          <UntranslatedNote
            key={language}
            language={language}
            missing={countUntranslated(
              seoFields,
              (field) => isWritten(field, defaultLanguage),
              (field) => isWritten(field, language),
            )}
          />
        ))}
        {seoFields.map((field) => (
          <FieldPair
            key={field}
            languages={languages}
            pathOf={(language) => pathIn(language, `metadata.${field}`)}
            render={(language) => {
              const path = pathIn(language, `metadata.${field}`)
              return (
                <SeoControl
                  field={field}
                  label={labelOf(path)}
                  derived={derivedIn(language)[field]}
                  isDisabled={waits !== undefined}
                  {...textField(form, path)}
                />
              )
            }}
          />
        ))}
        <div>
          <FieldAnchor path={noindex}>
            <Switch
              isSelected={form.values[noindex] === true}
              isDisabled={waits !== undefined}
              onChange={(isOn) => form.change({ [noindex]: isOn })}
            >
              {t('editing.seo.noindex')}
            </Switch>
          </FieldAnchor>
          <p className="edit-note">{t('editing.seo.noindexHint')}</p>
        </div>
      </div>
    </div>
  )
}

const noindex = 'metadata.noindex'
