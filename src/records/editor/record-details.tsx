import { useMemo, useState } from 'react'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { recordSlug } from '#text/slugs/record-slug'
import { isCopy } from '#records/translation/copied-text'
import { textsInLanguages } from '#records/translation/translated-texts'
import { nestedFields, translatedNames } from '#records/kind/fields'
import { FieldAnchor } from './fields/field-location'
import { useFieldLabel } from './fields/kind-text'
import { nestedContent } from './values/nested-values'
import { pathIn, readPath } from './values/paths'
import { type RecordEditorProps, RecordTexts } from './record-editor'
import { countUntranslated } from './languages/untranslated'
import { UntranslatedNote } from './languages/untranslated-note'
import { textField } from './fields/text-field'

/** The fields of a record besides the text of its page. */
export function RecordDetails(props: RecordEditorProps) {
  const { kind, form, languages, marks } = props
  const t = useText()
  const { nameOf } = useLanguageNames()
  const labelOf = useFieldLabel(kind)
  const nested = useMemo(
    () => textsInLanguages(nestedFields(kind.fields), nestedContent(kind, form.values)),
    [kind, form.values],
  )
  const names = translatedNames(kind.fields).filter((name) => !Object.hasOwn(nestedFields(kind.fields), name))
  const translationCounts = (language: OtherLanguage) => {
    const texts = names.map((path) => ({
      path,
      source: String(form.values[path] ?? ''),
      text: String(form.values[pathIn(language, path)] ?? ''),
    }))
    const missing = countUntranslated(
      [...texts, ...nested.filter((text) => text.language === language)],
      ({ source }) => source.trim() !== '',
      ({ path, source, text }) =>
        text.trim() !== '' && (!isCopy({ source, text: text.trim() }) || marks.complete.has(pathIn(language, path))),
    )
    const outdated = Object.keys(marks.outdated).filter((path) => readPath(path).language === language).length
    return { missing, outdated }
  }
  return (
    <div className="edit-fields">
      {kind.aside.map((name) => (
        <RecordTexts key={name} {...props} name={name} />
      ))}
      <FieldAnchor path="slug">
        <SlugField
          label={t('editing.slug')}
          description={t(form.values.slug === '' ? 'editing.slugHint' : 'editing.ownSlugHint')}
          title={form.values.title}
          {...textField(form, 'slug')}
        />
      </FieldAnchor>
      {otherLanguages
        .filter((language) => languages.includes(language))
        .map((language) => {
          const path = pathIn(language, 'slug')
          return (
            <FieldAnchor key={language} path={path}>
              <TextField
                label={labelOf(path)}
                description={t('editing.translatedSlugHint', { language: nameOf(language) })}
                placeholder={form.values.slug || recordSlug(form.values.title)}
                spellCheck="false"
                {...textField(form, path)}
              />
            </FieldAnchor>
          )
        })}
      {otherLanguages.map((language) => (
        <UntranslatedNote key={language} language={language} {...translationCounts(language)} />
      ))}
    </div>
  )
}

type SlugFieldProps = {
  label: string
  description: string
  title: string
  /** '' while the slug is derived from the title. */
  value: string
  onChange: (slug: string) => void
  error?: string
}

/** Shows the slug derived from the title until another one is typed; emptied, it is derived again. */
function SlugField({ title, value, onChange, ...props }: SlugFieldProps) {
  const [isEmptied, setIsEmptied] = useState(false)
  return (
    <TextField
      {...props}
      value={isEmptied ? '' : value || recordSlug(title)}
      onChange={(slug) => {
        setIsEmptied(slug === '')
        onChange(slug)
      }}
      onBlur={() => setIsEmptied(false)}
    />
  )
}
