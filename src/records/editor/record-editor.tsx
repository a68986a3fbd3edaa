import { defaultLanguage, type Language } from '#i18n/language'
import { type Field, isText } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'
import { RecordNested } from './nested/record-nested'
import { FieldPair } from './languages/field-pair'
import { useFieldLabel } from './fields/kind-text'
import { RecordField } from './fields/record-field'
import { pathIn } from './values/paths'
import type { RecordValues } from './values/record-values'
import { TranslationMark } from './languages/translation-mark'
import type { TranslationMarks } from './languages/translation-marks'
import type { Editor } from './saving/use-editor'

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
