import { Button } from '#ui/controls/buttons/button'
import { DateTimeField } from '#ui/controls/fields/date-time-field'
import { Switch } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { ImageField } from '#editing/image-field'
import { RichTextField } from '#editing/rich-text-field'
import { useText } from '#i18n/i18n'
import { defaultLanguage, type Language } from '#i18n/language'
import { type Field, isText } from '#records/kind/fields'
import type { RecordKind, EditedSummary } from '#records/kind/record'
import { focusField } from './field-location'
import { kindText, useFieldLabel } from './kind-text'
import { useProposal } from '#records/editor/values/proposals'
import { pathIn } from '#records/editor/values/values'
import type { RecordValues } from '#records/editor/values/record-values'
import { createContext, useContext, useMemo } from 'react'
import { ComboField } from '#ui/controls/fields/combo-field'
import { isRecord } from '#text/parse-json'
import { useRecordsAtHand } from '#records/screen/load-record'
import { type Editor, textField } from '#records/editor/saving/use-editor'

type RecordFieldProps = {
  kind: RecordKind
  name: string
  form: Editor<RecordValues>
  language: Language
  /** The English text is not shown beside it. */
  isAlone?: boolean
  /** It is the first field. */
  isFirst?: boolean
}

/** One field of a record in one language, in the control of its type. */
export function RecordField({ kind, name, form, language, isAlone = false, isFirst = false }: RecordFieldProps) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  const field: Field | undefined = kind.fields[name]
  const path = pathIn(language, name)
  const control = { ...textField(form, path), label: labelOf(path) }
  const proposal = useProposal(field, language, path, form.values)
  if (!field) return null
  if (field.type === 'flag')
    return (
      <Switch isSelected={form.values[name] === true} onChange={(on) => form.change({ [name]: on })}>
        {control.label}
      </Switch>
    )
  if (field.type === 'moment')
    return (
      <DateTimeField
        {...control}
        clear={t('editing.clearField', { field: control.label })}
        description={t('life.momentUnset')}
      />
    )
  const useIt = () => {
    control.onChange(proposal)
    // The button disappears.
    focusField({ path })
  }
  const proposed = { label: control.label, language, onUse: useIt }
  if (field.type === 'picture')
    return (
      <>
        <ImageField {...control} isRequired proposed={proposal} />
        {proposal !== '' && <ProposedValue {...proposed} />}
      </>
    )
  if (!isText(field)) return <TextField {...control} inputMode="url" />

  const isTranslation = language !== defaultLanguage
  const isRequired = field.required && !isTranslation
  if (field.type === 'html') return <RichTextField {...control} isRequired={isRequired} language={language} />
  const hint = field.hinted ? kindText(t, kind, `${name}Hint`) : undefined
  const original = isAlone ? String(form.values[name] ?? '') : undefined
  if (field.suggested) {
    return (
      <SuggestedField
        {...control}
        kind={kind}
        name={name}
        language={language}
        isRequired={isRequired}
        maxLength={field.max}
        description={isTranslation ? original : hint}
      />
    )
  }
  return (
    <>
      <TextField
        {...control}
        isRequired={isRequired}
        rows={field.type === 'lines' ? 3 : undefined}
        maxLength={field.max}
        wraps={name === 'title'}
        placeholder={name === 'title' ? control.label : undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new record begins with its title
        autoFocus={name === 'title' && isFirst && form.base.version === 0}
        lang={isTranslation ? language : undefined}
        description={isTranslation ? original : hint}
      />
      {proposal !== '' && <ProposedValue {...proposed} text={proposal} />}
    </>
  )
}

type ProposedValueProps = {
  label: string
  /** Absent if it is shown elsewhere, as a picture is. */
  text?: string
  language: Language
  onUse: () => void
}

/** Below an empty field: a value for it, which is stored only once the button, the next stop of Tab, has taken it. */
function ProposedValue({ label, text, language, onUse }: ProposedValueProps) {
  const t = useText()
  return (
    <section className="edit-proposed" aria-label={`${t('editing.proposed')}: ${label}`}>
      <p className="edit-proposed-head">{t('editing.proposed')}</p>
      {text !== undefined && (
        <p className="edit-proposed-text" lang={language} dir="auto">
          {text}
        </p>
      )}
      <p className="edit-note">{t('editing.proposedText')}</p>
      <Button onPress={onUse} aria-label={t('editing.useProposalFor', { field: label })}>
        {t('editing.useProposal')}
      </Button>
    </section>
  )
}

/** Additional suggestions by field name, besides the values of other records. */
export const SuggestionsContext = createContext<Partial<Record<string, readonly string[]>>>({})

type SuggestedFieldProps = {
  kind: Pick<RecordKind, 'api'>
  name: string
  language: Language
  label: string
  value: string
  onChange: (value: string) => void
  error?: string
  description?: string
  isRequired?: boolean
  maxLength?: number
}

/** A text field with the values of other records as suggestions, most frequent first. */
function SuggestedField({ kind, name, language, ...control }: SuggestedFieldProps) {
  const t = useText()
  const { [name]: others } = useContext(SuggestionsContext)
  const rows = useRecordsAtHand(kind)
  const options = useMemo(() => suggestionsOf(rows ?? [], name, language, others), [rows, name, language, others])
  return (
    <ComboField
      {...control}
      options={options}
      optionsLabel={t('editing.suggestions')}
      lang={language === defaultLanguage ? undefined : language}
    />
  )
}

function suggestionsOf(
  rows: readonly EditedSummary[],
  name: string,
  language: Language,
  others: readonly string[] = [],
): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const texts: unknown = language === defaultLanguage ? row : row.translations[language]
    const value = isRecord(texts) ? texts[name] : undefined
    const text = typeof value === 'string' ? value.trim() : ''
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const inUse = [...counts].toSorted(([one, often], [other, rarely]) => rarely - often || one.localeCompare(other))
  return [...new Set([...inUse.map(([text]) => text), ...others])]
}
