import { type ReactNode, useState } from 'react'
import { type Chip, textOf } from '#editing/chips/chip-text'
import { ChipField } from '#editing/chips/chip-field'
import { longestText } from '#features/settings/texts/contract'
import { useText, type Translate } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import {
  type EditableMessage,
  isPlural,
  type MessageChoice,
  placeholdersIn,
  readMessage,
  writeMessage,
  type MessagePart,
} from '#i18n/message-parts'
import { TextField } from '#ui/controls/fields/text-field'
import type { MessageId } from '#i18n/messages'

/** The placeholders of the site's texts, with the labels of their chips. */
const chipLabels: Partial<Record<string, MessageId>> = {
  author: 'site.texts.chip.author',
  before: 'site.texts.chip.before',
  count: 'site.texts.chip.count',
  date: 'site.texts.chip.date',
  day: 'site.texts.chip.day',
  field: 'site.texts.chip.field',
  hotkey: 'site.texts.chip.hotkey',
  month: 'site.texts.chip.month',
  n: 'site.texts.chip.count',
  name: 'site.texts.chip.name',
  page: 'site.texts.chip.page',
  q: 'site.texts.chip.q',
  seconds: 'site.texts.chip.seconds',
  sentence: 'site.texts.chip.sentence',
  site: 'site.texts.chip.site',
  title: 'site.texts.chip.title',
  total: 'site.texts.chip.count',
  year: 'site.texts.chip.year',
}

export function chipLabel(t: Translate, name: string): string {
  const id = chipLabels[name]
  return id ? t(id) : name
}

/** The placeholders of a built-in text, which each of its own ones has too. */
function chipsOf(t: Translate, builtIn: string): Chip[] {
  const message = readMessage(builtIn)
  return (message ? placeholdersIn(message) : []).map((name) => ({ name, label: chipLabel(t, name) }))
}

/** The label of a form of a plural, or of a choice of words. */
function formLabel(t: Translate, { name, type, forms }: MessageChoice, key: string, language: Language): string {
  if (type === 'select') {
    if (name !== 'month') return key === 'other' ? t('site.texts.form.otherwise') : key
    // The form `other` is the month that has none of its own.
    const months = Array.from({ length: 12 }, (_, index) => String(index + 1))
    const month = key === 'other' ? months.findLast((one) => !forms.some((form) => form.key === one)) : key
    return new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2000, Number(month) - 1),
    )
  }
  if (key === '=0' || key === 'zero') return t('site.texts.form.none')
  if (key.startsWith('=')) return t('site.texts.form.exactly', { number: key.slice(1) })
  const known = pluralForms[key]
  return known ? t(known) : key
}

const pluralForms: Partial<Record<string, MessageId>> = {
  one: 'site.texts.form.one',
  two: 'site.texts.form.two',
  few: 'site.texts.form.few',
  many: 'site.texts.form.many',
  other: 'site.texts.form.other',
}

/** The parts that stand for a text in a list: of a plural those of its last form. */
function shownParts(message: string): MessagePart[] {
  const read = readMessage(message)
  return read ? partsOf(read) : [message]
}

function partsOf(message: EditableMessage): MessagePart[] {
  if (!isPlural(message)) return message.parts
  const last = message.plural.forms.at(-1)
  return last ? partsOf(last.message) : []
}

/** A text without its syntax, for the names of controls and to search in. */
export const spoken = (t: Translate, message: string): string =>
  shownParts(message)
    .map((part) => (typeof part === 'string' ? part : `[${chipLabel(t, part.name)}]`))
    .join('')

/** A text without its syntax, with chips. */
export function MessageWords({ t, message }: { t: Translate; message: string }) {
  return shownParts(message).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      <span key={index} className="edit-chip">
        {chipLabel(t, part.name)}
      </span>
    ),
  )
}

type MessageFieldProps = {
  label: string
  language: Language
  /** The own text; empty where the built-in one holds. */
  value: string
  builtIn: string
  onChange: (message: string) => void
  error?: string
}

/**
 * A text of the site without its syntax: a text with chips for its placeholders, a field for each form of a plural, or
 * just words. Except for the last, it starts with the built-in text.
 */
export function MessageField({ value, builtIn, error, ...props }: MessageFieldProps) {
  const t = useText()
  const [message, setMessage] = useState(() => readMessage(value || builtIn))
  const description = (
    <>
      {t('site.texts.builtInIs')} <MessageWords t={t} message={builtIn} />
    </>
  )
  if (!message || !isComposed(builtIn)) return <PlainField {...props} {...{ value, builtIn, description, error }} />
  const change = (next: EditableMessage) => {
    setMessage(next)
    props.onChange(writeMessage(next))
  }
  return <Message {...props} {...{ message, description, error }} chips={chipsOf(t, builtIn)} onChange={change} />
}

/** The text in which nothing is typed yet: a composed one starts with the built-in text. */
export function startingText(builtIn: string): string {
  const message = readMessage(builtIn)
  return message && isComposed(builtIn) ? writeMessage(message) : ''
}

/** Whether a text has placeholders or forms. */
function isComposed(builtIn: string): boolean {
  const message = readMessage(builtIn)
  return message !== undefined && placeholdersIn(message).length > 0
}

function PlainField({ value, builtIn, onChange, language, ...props }: MessageFieldProps & { description: ReactNode }) {
  const [read, shown] = [readMessage(value), readMessage(builtIn)]
  return (
    <TextField
      {...props}
      value={read ? wordsOf(read) : value}
      placeholder={shown ? wordsOf(shown) : builtIn}
      maxLength={longestText}
      rows={builtIn.length > 60 ? 3 : 1}
      lang={language}
      onChange={(text) => onChange(writeMessage({ parts: [text], selects: [] }))}
    />
  )
}

const wordsOf = (message: EditableMessage): string =>
  isPlural(message) ? writeMessage(message) : textOf(message.parts)

type MessageProps = {
  label: string
  language: Language
  message: EditableMessage
  chips: readonly Chip[]
  onChange: (message: EditableMessage) => void
  description?: ReactNode
  error?: string
}

function Message({ message, ...props }: MessageProps) {
  return isPlural(message) ? <PluralForms {...props} plural={message.plural} /> : <OneMessage {...props} {...message} />
}

function PluralForms({
  plural,
  label,
  onChange,
  description,
  error,
  ...props
}: Omit<MessageProps, 'message'> & { plural: MessageChoice }) {
  const t = useText()
  const shown = usePageLanguage()
  return (
    <fieldset className="site-text-forms">
      <legend className="kit-label">{label}</legend>
      {plural.forms.map((form, index) => (
        <Message
          key={form.key}
          {...props}
          label={formLabel(t, plural, form.key, shown)}
          message={form.message}
          onChange={(message) =>
            onChange({ plural: { ...plural, forms: plural.forms.with(index, { ...form, message }) } })
          }
        />
      ))}
      {description !== undefined && <p className="kit-description">{description}</p>}
      {error !== undefined && <p className="kit-error">{error}</p>}
    </fieldset>
  )
}

type OneMessageProps = Omit<MessageProps, 'message'> & Exclude<EditableMessage, { plural: MessageChoice }>

/** A text, and the words for the placeholders that have their own. */
function OneMessage({ parts, selects, onChange, ...props }: OneMessageProps) {
  const t = useText()
  const shown = usePageLanguage()
  return (
    <>
      {props.chips.length > 0 ? (
        <ChipField {...props} parts={parts} onChange={(next) => onChange({ parts: next, selects })} />
      ) : (
        <TextField
          label={props.label}
          lang={props.language}
          value={wordsOf({ parts, selects })}
          onChange={(text) => onChange({ parts: [text], selects })}
        />
      )}
      {selects.map((choice, place) => (
        <fieldset key={choice.name} className="site-text-forms">
          <legend className="kit-label">{t('site.texts.wordsFor', { name: chipLabel(t, choice.name) })}</legend>
          <div className="site-text-words">
            {choice.forms.map((form, index) => (
              <Message
                key={form.key}
                language={props.language}
                label={formLabel(t, choice, form.key, shown)}
                message={form.message}
                chips={[]}
                onChange={(message) =>
                  onChange({
                    parts,
                    selects: selects.with(place, { ...choice, forms: choice.forms.with(index, { ...form, message }) }),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}
