import { giveExample, operations as describe } from '#platform/http/operation'
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

export const operations = describe({
  listSiteTexts: {
    summary: 'List the texts of the public screens',
    description:
      'Every text of the public screens, forms, toasts and mails to visitors that is no content: what is built in, and what the owner has put in its place. With `q`, those in which all of its words stand, in whichever language.',
  },
  changeSiteTexts: {
    summary: 'Put texts of the public screens in other words',
    description:
      'By their keys, in one language or both; what is left out stays, and null takes the built-in text back. A text has the placeholders (`{name}`) of the one whose place it takes. Answers with the texts of the keys that were sent.',
    answers: { 200: { example: [{ ...text, values: { en: 'Be the first to know', es: null } }] } },
  },
})
