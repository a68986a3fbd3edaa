import { operation } from '#base/http/operation'
import type { SignUp, Subscriber } from './contract'

const tag = 'Waitlist'

const subscriber: Subscriber = { id: 12, email: 'ada@example.com', submittedAt: '2026-03-02T09:00:00.000Z' }
const signUp: SignUp = { email: subscriber.email }

export const operations = {
  join: operation({
    id: 'joinWaitlist',
    tag,
    summary: 'Join the waitlist',
    description:
      'An address that is on the list already gets the same answer. `website` is a trap for robots: leave it out. At most 5 submissions (waitlist and contact together) in a minute and 30 in an hour from one address.',
    unsafe: true,
    idempotent: true,
    example: signUp,
    answers: {
      201: { description: 'The address is on the list.', example: { message: 'You have been added to our waitlist.' } },
    },
    refusals: [429],
  }),
  list: operation({
    id: 'listSubscribers',
    tag,
    summary: 'List the subscribers',
    description: 'Everybody on the waitlist, in the order in which they joined.',
    session: true,
    answers: { 200: { description: 'The subscribers.', example: [subscriber] } },
  }),
}
