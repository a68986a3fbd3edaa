import { operation } from '#base/http/operation'
import type { Erased, PersonInput } from './contract'

const tag = 'Privacy'

const example: PersonInput = { email: 'somebody@example.org' }
const nothing: Erased = { messages: 0, replies: 0, subscribers: 0, mails: 0, activity: 0 }

export const operations = {
  export: operation({
    id: 'exportPerson',
    tag,
    summary: 'Tell all that is held of a person',
    description:
      'All that is known of whoever has the address, whatever its case: their messages with what was answered, their place on the waitlist, the mails to them or about them, and what Activity says of these. Nothing is changed; Activity tells that it was asked, and not of whom.',
    session: true,
    unsafe: true,
    example,
    answers: {
      200: {
        description: 'What is held.',
        example: { ...example, messages: [], subscribers: [], mails: [], activity: [] },
      },
    },
  }),
  erase: operation({
    id: 'erasePerson',
    tag,
    summary: 'Erase all that is held of a person',
    description:
      'For good, all of it or nothing: what `export` tells, and answers kept for Idempotency-Keys that hold the address. Mails that wait are not sent any more. Lines of Activity stay without what named the person.',
    session: true,
    unsafe: true,
    idempotent: true,
    example,
    answers: { 200: { description: 'How many of each there were.', example: nothing } },
  }),
}
