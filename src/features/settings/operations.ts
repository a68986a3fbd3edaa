import { giveExample, operations as describe } from '#platform/http/operation'
import { settingsInput } from './contract'

giveExample(settingsInput, { ownerLanguage: 'en' })

export const operations = describe({
  readSettings: {
    summary: 'Retrieve settings',
    description: 'The language of mails to the owner, and the number of days after which messages are deleted.',
  },
  changeSettings: {
    summary: 'Update settings',
    description: 'Omitted fields keep their values. With `messagesKeptDays: null` messages are kept forever.',
  },
})
