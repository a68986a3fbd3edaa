import type { Chip } from '#editing/chips/chip-text'
import type { Translate } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import {
  type EditableMessage,
  isPlural,
  type MessageChoice,
  type MessagePart,
  placeholdersIn,
  readMessage,
} from '#i18n/message-parts'

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
export function chipsOf(t: Translate, builtIn: string): Chip[] {
  const message = readMessage(builtIn)
  return (message ? placeholdersIn(message) : []).map((name) => ({ name, label: chipLabel(t, name) }))
}

/** The label of a form of a plural, or of a choice of words. */
export function formLabel(t: Translate, { name, type, forms }: MessageChoice, key: string, language: Language): string {
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
