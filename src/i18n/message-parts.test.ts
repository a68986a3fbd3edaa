import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { setupI18n } from '@lingui/core'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { languages } from './language'
import { type EditableMessage, isPlural, placeholdersIn, readMessage, writeMessage } from './message-parts'

const catalogs = languages.flatMap((language) =>
  ['site', 'inner', 'server'].flatMap((area) =>
    Object.values(JSON.parse(readFileSync(`locales/${language}/${area}.json`, 'utf8')) as Record<string, string>)
      // The API takes no such formats for texts of the site.
      .filter((message) => !/, (?:number|date|time)/.test(message))
      .map((message) => ({ language, message })),
  ),
)
const values = (count: number) =>
  new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'month' ? String(count % 13) : /count|[a-z]{1,2}$/.test(String(name)) ? count : `<${String(name)}>`,
      has: () => true,
    },
  )

function format(language: string, message: string, count: number): string {
  const i18n = setupI18n({ locale: language, messages: { [language]: { id: compileMessageOrThrow(message) } } })
  return i18n._('id', values(count))
}

test('every text for visitors says the same after it was read and written', () => {
  for (const { language, message } of catalogs) {
    const read = readMessage(message)
    const written = read && writeMessage(read)
    for (const count of [0, 1, 2, 5, 1_000_000])
      expect(format(language, written ?? '', count)).toBe(format(language, message, count))
    expect(readMessage(written ?? '{')).toEqual(read)
  }
})

test('a text without placeholders stays as it is', () => {
  for (const message of ["we'll be back", 'a < b & c', '100 % #1', '', 'two  spaces ', "the owners'"]) {
    expect(writeMessage(readMessage(message)!)).toBe(message)
    expect(readMessage(message)).toEqual({ parts: message === '' ? [] : [message], selects: [] })
  }
})

test('placeholders are parts of a text, and words that were typed with braces are not', () => {
  expect(readMessage('GitHub: {title} (opens)')).toEqual({
    parts: ['GitHub: ', { name: 'title' }, ' (opens)'],
    selects: [],
  })
  const typed: EditableMessage = { parts: ["it's '{", { name: 'n' }, "} o'"], selects: [] }
  expect(format('en', writeMessage(typed), 3)).toBe("it's '{3} o'")
  expect(readMessage(writeMessage(typed))).toEqual(typed)
})

test('the forms of a plural are whole texts, with the number as a placeholder', () => {
  const read = readMessage('We have {count, plural, =0 {none} one {# job} other {# jobs}} for {name}.')!
  if (!isPlural(read)) throw new Error('not a plural')
  expect(read.plural.forms.map(({ key }) => key)).toEqual(['=0', 'one', 'other'])
  expect(read.plural.forms[1]?.message).toEqual({
    parts: ['We have ', { name: 'count' }, ' job for ', { name: 'name' }, '.'],
    selects: [],
  })
  expect(writeMessage(read)).toBe(
    '{count, plural, =0 {We have none for {name}.} one {We have # job for {name}.} other {We have # jobs for {name}.}}',
  )
  expect(placeholdersIn(read)).toEqual(['count', 'name'])
  const typed = readMessage("{count, plural, one {it''s '#'1} other {#}}")!
  expect(format('en', writeMessage(typed), 1)).toBe("it's #1")
})

test('a choice of words stays in place, with its words beside the text', () => {
  const message = '{month, select, 1 {January} other {December}} {day}'
  const read = readMessage(message)
  expect(read).toMatchObject({
    parts: [{ name: 'month' }, ' ', { name: 'day' }],
    selects: [{ name: 'month', forms: [{ key: '1' }, { key: 'other' }] }],
  })
  expect(writeMessage(read!)).toBe(message)
})

test('a plural in which nothing is said is an empty text', () => {
  expect(writeMessage(readMessage('{count, plural, one {} other { }}')!)).toBe('')
})

test('what the API refuses is not read', () => {
  for (const fault of ['{', '}', '{a', '{a, number}', '{a, plural, one {x}}', '{a, plural, other {x}', '{}', '{a b}'])
    expect(readMessage(fault)).toBeUndefined()
})
