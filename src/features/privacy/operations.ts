import { giveExample, operations as describe } from '#platform/http/operation'
import { erased, personInput } from './contract'

const example = { email: 'somebody@example.org' }
giveExample(personInput, example)
giveExample(erased, { messages: 0, replies: 0, subscribers: 0, mails: 0, activity: 0 })

export const operations = describe({
  exportPerson: {
    summary: 'Tell all that is held of a person',
    description:
      'All that is known of whoever has the address, whatever its case: their messages with what was answered, their place on the waitlist, the mails to them or about them, and what Activity says of these. Nothing is changed; Activity tells that it was asked, and not of whom.',
    idempotent: false,
    answers: { 200: { example: { ...example, messages: [], subscribers: [], mails: [], activity: [] } } },
  },
  erasePerson: {
    summary: 'Erase all that is held of a person',
    description:
      'For good, all of it or nothing: what `export` tells, and answers kept for Idempotency-Keys that hold the address. Mails that wait are not sent any more. Lines of Activity stay without what named the person.',
  },
})
