import { useMemo } from 'react'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { slugify } from '#text/slug'
import { isRecord } from '#text/parse-json'
import type { RecordKind } from '#records/kind/record'
import { isCopy } from '#records/translation/copied-text'
import { pairTexts, type TranslatedText } from '#records/translation/translated-texts'
import { nestedFields, translatedNames } from '#records/kind/fields'
import { FieldPlace } from './fields/field-place'
import { useFieldLabel } from './fields/kind-text'
import { toContent } from './values/nested-values'
import { pathIn, type RecordValues } from './values/record-values'
import { type RecordEditorProps, RecordTexts } from './record-editor'
import { SlugField } from './fields/slug-field'
import { countUntranslated } from './languages/untranslated'
import { textField } from './fields/text-field'

const spanish = pathIn('es', 'slug')

/** What belongs to a record and is not the text of its page. */
export function RecordDetails(props: RecordEditorProps) {
  const { kind, form, languages, marks } = props
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const nested = useNestedTexts(kind, form.values)
  const names = translatedNames(kind.fields).filter((name) => !Object.hasOwn(nestedFields(kind.fields), name))
  const texts = names.map((path) => ({
    path,
    source: String(form.values[path] ?? ''),
    text: String(form.values[pathIn('es', path)] ?? ''),
  }))
  const missing = countUntranslated([...texts, ...nested], ({ path, source, text }, language) => {
    if (language === 'en') return source.trim() !== ''
    return text.trim() !== '' && (!isCopy({ source, text: text.trim() }) || marks.complete.has(path))
  })
  const outdated = Object.keys(marks.outdated).length
  return (
    <div className="edit-fields">
      {kind.aside.map((name) => (
        <RecordTexts key={name} {...props} name={name} />
      ))}
      <FieldPlace path="slug">
        <SlugField
          label={t('editing.slug')}
          description={t('editing.slugHint')}
          title={form.values.title}
          {...textField(form, 'slug')}
        />
      </FieldPlace>
      {languages.includes('es') && (
        <FieldPlace path={spanish}>
          <TextField
            label={labelOf(spanish)}
            description={t('editing.spanishSlugHint')}
            placeholder={form.values.slug || slugify(form.values.title)}
            spellCheck="false"
            {...textField(form, spanish)}
          />
        </FieldPlace>
      )}
      {missing !== undefined && (
        <p className="edit-note">
          {outdated > 0 && `${t('translation.outdatedCount', { count: outdated })} `}
          {missing > 0 ? t('editing.missing', { count: missing }) : outdated === 0 && t('editing.complete')}
        </p>
      )}
    </div>
  )
}

/** The texts of rows and blocks with their translations. */
function useNestedTexts({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): readonly TranslatedText[] {
  return useMemo(() => {
    const nested = nestedFields(fields)
    const { translations, ...content } = toContent(Object.keys(nested), values)
    const { es } = isRecord(translations) ? translations : {}
    return pairTexts(nested, content, isRecord(es) ? es : {})
  }, [fields, values])
}
