import { giveExample, operations as describe } from '#platform/http/operation'
import { settings, settingsInput } from './contract'

giveExample(settings, { messagesKeptDays: null })
giveExample(settingsInput, { ownerLanguage: 'en' })

export const operations = describe({
  readSettings: {
    summary: 'Read the owner’s settings',
    description: 'The language in which the site writes to its owner, and how many days messages are kept.',
  },
  changeSettings: {
    summary: 'Change the owner’s settings',
    description: 'Either or both; what is left out stays. `messagesKeptDays` is 1 to 3650, or null: for ever.',
  },
})
