import { giveExample, operations as describe } from '#platform/http/operation'
import { personInput } from './contract'

const example = { email: 'somebody@example.org' }
giveExample(personInput, example)

export const operations = describe({
  exportPersonalData: {
    text: 'Export the data of a person. Everything that is stored about an email address (case-insensitive): messages with their replies, the waitlist entry, mails to or about the person, and related activity. The export itself is recorded in the activity log, without the address.',
    idempotent: false,
    answers: { 200: { example: { ...example, messages: [], subscribers: [], mails: [], activity: [] } } },
  },
  erasePersonalData:
    'Erase the data of a person. Permanently deletes everything that the export returns, and stored responses of Idempotency-Keys that contain the address, in one transaction. Queued mails are not sent. Activity entries remain without personal data.',
})
