import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { siteText, siteTextsInput } from './contract'

const key = 'waitlist.title'
const text = {
  key,
  group: 'waitlist',
  defaults: { en: 'Join the Waitlist', es: 'Únase a la lista de espera' },
  values: { en: null, es: null },
}
giveExample(siteText, text)
giveExample(siteTextsInput, { [key]: { en: 'Be the first to know', es: null } })

describeFields(siteText, { values: 'The texts that replace the defaults; null where nothing does.' })

export const operations = describe({
  listSiteTexts:
    'List interface texts. The built-in texts of public pages, forms, notifications and mails to visitors.',
  updateSiteTexts: {
    text: 'Update interface texts. The body has texts by key and language. Omitted keys and languages keep their values; null restores the built-in text. A text must contain the placeholders (`{name}`) of the built-in one. Returns the texts of the keys that were sent.',
    answers: { 200: { example: [{ ...text, values: { en: 'Be the first to know', es: null } }] } },
  },
})
