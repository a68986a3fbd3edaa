import { defaultLanguage, type Language, type OtherLanguage, otherLanguages } from '#i18n/language'
import {
  type Field,
  isText,
  nestedFields,
  translatedNames,
  type BlocksField,
  type ListField,
} from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { useCallback, useMemo, useState } from 'react'
import { useText } from '#i18n/i18n'
import { kindText, useFieldLabel } from './fields/kind-text'
import { type TranslationMarks, TranslationMark } from './languages/translation-mark'
import { type Editor, textField } from './saving/use-editor'
import { toContent, nestedValues, type RecordValues, nestedContent } from './values/record-values'
import { NestedField } from './nested/nested-field'
import { FieldPair, FieldAnchor } from './fields/field-location'
import { RecordField } from './fields/record-field'
import { pathIn, readPath } from './values/values'
import { TextField } from '#ui/controls/fields/text-field'
import { useLanguageNames } from '#i18n/use-language-names'
import { recordSlug } from '#text/slugs/record-slug'
import { isCopy, textsInLanguages } from '#records/translation/translated-texts'
import { countUntranslated, UntranslatedNote } from './languages/untranslated-note'

export type RecordEditorProps = {
  kind: RecordKind
  form: Editor<RecordValues>
  /** The shown languages, in order. */
  languages: readonly Language[]
  marks: TranslationMarks
}

/** The texts of a record's page, in the typography of that page. */
export function RecordEditor(props: RecordEditorProps) {
  const { kind, languages } = props
  const texts = Object.keys(kind.fields).filter((name) => name !== 'title' && !kind.aside.includes(name))
  return (
    <div className="edit-page">
      <div className="edit-paper" data-columns={languages.length}>
        {['title', ...texts].map((name) => (
          <RecordTexts key={name} {...props} name={name} />
        ))}
      </div>
    </div>
  )
}

/** One field of a record: in every shown language, or once if it is not translated. */
export function RecordTexts({ name, languages, marks, ...record }: RecordEditorProps & { name: string }) {
  const field: Field | undefined = record.kind.fields[name]
  if (field?.type === 'list' || field?.type === 'blocks')
    return <RecordNested {...{ name, field, languages, marks }} {...record} />
  const isTranslated = field !== undefined && isText(field) && field.translated === true
  return (
    <FieldPair
      languages={isTranslated ? languages : [defaultLanguage]}
      pathOf={(language) => pathIn(language, name)}
      render={(language) => (
        <>
          {language !== defaultLanguage && (
            <Mark {...record} {...{ name, language, marks }} isHtml={field?.type === 'html'} />
          )}
          <RecordField
            {...record}
            name={name}
            language={language}
            isAlone={!languages.includes(defaultLanguage)}
            isFirst={language === languages[0]}
          />
        </>
      )}
    />
  )
}

type MarkProps = Omit<RecordEditorProps, 'languages'> & { name: string; language: Language; isHtml: boolean }

/** The state of the field's translation. */
function Mark({ kind, form, marks, name, language, isHtml }: MarkProps) {
  const labelOf = useFieldLabel(kind)
  const path = pathIn(language, name)
  const { values, base } = form
  const isTextStored = values[path] === base.values[path]
  const original = String(values[name] ?? '')
  return (
    <TranslationMark
      {...{ language, path, original, isHtml, isTextStored, marks }}
      label={labelOf(name)}
      text={String(values[path] ?? '')}
      isStored={base.version > 0 && isTextStored && values[name] === base.values[name]}
      onCopy={() => form.change({ [path]: original })}
    />
  )
}

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

type RecordNestedProps = RecordEditorProps & { name: string; field: ListField | BlocksField }

/** A record's field with nested fields. The editor's form stores it as JSON text, one for each language. */
function RecordNested({ kind, name, field, form, languages, marks }: RecordNestedProps) {
  const t = useText()
  const content = useMemo(() => toContent([name], form.values), [name, form.values])
  const base = useMemo(() => toContent([name], form.base.values), [name, form.base.values])
  const names = useMemo(() => [name], [name])
  const labelOf = useCallback((inner: string[]) => kindText(t, kind, inner.join('.')), [t, kind])
  return (
    <NestedField
      {...{ content, base, marks, languages, field, names, labelOf }}
      place={{ at: names, name: names }}
      errors={form.errors}
      onEdit={(change) => form.change(nestedValues([name], change(content)))}
    />
  )
}
