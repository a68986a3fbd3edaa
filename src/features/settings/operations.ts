import { giveExample, operations as describe } from '#platform/http/operation'
import { settingsInput } from './contract'

giveExample(settingsInput, { ownerLanguage: 'en' })

export const operations = describe({
  readSettings: {
    summary: 'Retrieve settings',
    description:
      'The language of mails to the owner, the number of days after which messages are deleted, what the sign-up form is for, and the welcome mail.',
  },
  changeSettings: {
    summary: 'Update settings',
    description:
      'Omitted fields keep their values. With `messagesKeptDays: null` messages are kept forever. `signUp`: `waitlist`, `news` (the form, its mails and their pages speak of a newsletter, and a sign-up asks for news), or `off` (there is no form, and sign-ups are refused with 409). `welcome`: a mail to each subscriber who has confirmed, once; null for none.',
  },
})
