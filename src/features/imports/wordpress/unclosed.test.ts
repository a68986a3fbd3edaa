import { expect, test } from 'bun:test'
import { plainText } from '../reading/plain-text'
import { replaceShortcodes } from './shortcodes'

const withoutShortcodes = (text: string) =>
  replaceShortcodes(text, { byId: () => undefined, own: [] }).html.replaceAll(/\s/g, '')

// In quadratic time each would take minutes.
test.each<[string, (text: string) => string, string]>([
  ['[caption ] ', withoutShortcodes, ''],
  ['[gallery ', withoutShortcodes, '[gallery'],
  ['<a ', plainText, '<a'],
])(
  '%s, never closed, is read in linear time',
  (opening, read, start) => {
    expect(read(opening.repeat(100_000)).slice(0, 8)).toStartWith(start)
  },
  20_000,
)
