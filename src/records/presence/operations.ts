import { giveExample, operations as describe } from '#platform/http/operation'
import { openWindow, presence } from './contract'

export const openExample = { kind: 'post', id: 1, window: '7f6c1de0a94b4f2f8a3d5c8e21b0f7aa', isHidden: false }
giveExample(openWindow, openExample)
giveExample(presence, {
  others: [{ user: { id: 2, username: 'grace' }, isYou: false, since: '2026-03-02T09:00:00.000Z' }],
})

export const operations = describe({
  openRecord: {
    summary: 'Say that a record is open in a window',
    description:
      'Repeated every two and a half seconds while it is, by `window`, a name that the window gives itself; `isHidden` while nobody sees it. Answers who else has the record open. A window that says nothing more for seven seconds counts as closed, a hidden one after 75. Nobody is kept from editing.',
    idempotent: false,
    answers: { 200: { description: 'The other windows, the first one first.' } },
  },
  closeRecord: {
    summary: 'Say that a window is closed',
    description: 'Also answered so when it was not open.',
    idempotent: false,
    finds: false,
    refusals: [422],
  },
})
