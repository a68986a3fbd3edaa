import { expect, test } from 'bun:test'
import { builtInTexts } from '#features/settings/texts/store'
import { defaultTexts } from '#features/page-contents/default-texts'
import { fieldsOf } from '#features/page-contents/page-fields'
import { pageNames } from '#features/page-contents/contract'
import { byLanguage } from '#i18n/by-language'
import { languages } from '#i18n/language'
import { placeholdersIn, readMessage } from '#i18n/message-parts'
import { translate } from '#i18n/translate'
import admin from '#locales/en/admin.json'
import { chipLabel } from '#admin/site/message-field'
import { groupsOf, placeOf } from './texts'

const t: Parameters<typeof placeOf>[0] = (id, values) => translate('en', id, values)

test('every text that a field of a page replaces leads to this field', () => {
  for (const page of pageNames) {
    for (const [field, key] of Object.entries(defaultTexts[page])) {
      expect(Object.keys(fieldsOf(page))).toContain(field)
      expect(builtInTexts().en[key!]).toBeString()
      expect(placeOf(t, key!)?.href).toEndWith(`field=${field}`)
    }
  }
})

test('a text with markup is edited elsewhere, and every other one can be read without its syntax', () => {
  for (const language of languages) {
    for (const [key, text] of Object.entries(builtInTexts()[language])) {
      if (/<\/?[a-z]/i.test(text)) expect(placeOf(t, key)).toBeDefined()
      else expect(readMessage(text)).toBeDefined()
    }
  }
})

test('every placeholder has a label in words', () => {
  const texts = languages.flatMap((language) => Object.values(builtInTexts()[language]))
  for (const name of new Set(texts.flatMap((text) => placeholdersIn(readMessage(text)!))))
    expect(chipLabel(t, name)).toMatch(/^[A-Z]/)
})

test('every group of texts has a heading', async () => {
  const texts = Object.keys(builtInTexts().en).map((key) => ({
    key,
    group: key.slice(0, key.indexOf('.')),
    defaults: byLanguage(() => ''),
    values: byLanguage(() => null),
  }))
  for (const { group } of groupsOf(texts)) expect(Object.keys(admin)).toContain(`site.texts.group.${group}`)
})
