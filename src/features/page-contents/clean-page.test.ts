import { expect, test } from 'bun:test'
import { cleanPageContent } from './store'
import type { Fields } from '#records/kind/fields'
import { fieldsOf } from './page-fields'

const attack = '<p onclick="x()">a</p><script>x()</script>'
const clean = '<p>a</p>'

test('a field declared as HTML is sanitized, whatever its name, in lists and in every language', () => {
  const fields: Fields = {
    heading: { type: 'text', max: 100 },
    story: { type: 'html', max: 100 },
    steps: { type: 'list', max: 9, entry: { name: { type: 'text', max: 100 }, how: { type: 'html', max: 100 } } },
  }
  const texts = (html: string) => ({
    heading: attack,
    story: html,
    steps: [{ name: attack, how: html, own: attack }, 7],
    own: attack,
    metadata: { title: attack },
  })
  const page = (html: string) => ({ ...texts(html), translations: { es: texts(html), fr: texts(html), own: 7 } })
  expect(JSON.parse(cleanPageContent(JSON.stringify(page(attack)), fields))).toEqual(page(clean))
})

test('undeclared fields, and values of another type, stay as typed', () => {
  for (const typed of [
    '{ "content": "<script>", "story":\n7, "sections": "<script>" }',
    '{ "sections": [[ "<script>" ]], "translations": [] }',
    '{broken',
    '7',
  ]) {
    expect(cleanPageContent(typed, fieldsOf('legal'))).toBe(typed)
    expect(cleanPageContent(typed, fieldsOf('home'))).toBe(typed)
  }
})

test('clean HTML leaves the text as typed', () => {
  const typed = '{\n"content":   "<p>a</p>", "more": 1 }'
  expect(cleanPageContent(typed, fieldsOf('about'))).toBe(typed)
})
