import { operation } from '#base/http/operation'
import type { Settings } from './contract'

const tag = 'Settings'
const example: Settings = { ownerLanguage: 'en', messagesKeptDays: null }

export const operations = {
  read: operation({
    id: 'readSettings',
    tag,
    summary: 'Read the owner’s settings',
    description: 'The language in which the site writes to its owner, and how many days messages are kept.',
    session: true,
    answers: { 200: { description: 'The settings.', example } },
  }),
  change: operation({
    id: 'changeSettings',
    tag,
    summary: 'Change the owner’s settings',
    description: 'Either or both; what is left out stays. `messagesKeptDays` is 1 to 3650, or null: for ever.',
    session: true,
    unsafe: true,
    idempotent: true,
    example: { ownerLanguage: 'en' },
    answers: { 200: { description: 'The settings.', example } },
  }),
}
