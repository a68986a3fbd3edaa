import { type ReactNode, useState } from 'react'
import { type Chip, textOf } from '#editing/chips/chip-text'
import { ChipField } from '#editing/chips/chip-field'
import { longestText } from '#features/settings/texts/contract'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import {
  type EditableMessage,
  isPlural,
  type MessageChoice,
  placeholdersIn,
  readMessage,
  writeMessage,
} from '#i18n/message-parts'
import { TextField } from '#ui/controls/fields/text-field'
import { chipLabel, chipsOf, formLabel, MessageWords } from './message-words'

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
