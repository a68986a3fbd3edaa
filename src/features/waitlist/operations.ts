import { operation } from '#base/http/operation'
import type { SignUp, Subscriber } from './contract'

const tag = 'Waitlist'

const subscriber: Subscriber = {
  id: 12,
  email: 'ada@example.com',
  submittedAt: '2026-03-02T09:00:00.000Z',
  state: 'confirmed',
}
const signUp: SignUp = { email: subscriber.email }

export const operations = {
  join: operation({
    id: 'joinWaitlist',
    tag,
    summary: 'Join the waitlist',
    description:
      'The answer is the same whatever is known of the address. Where the site can send mail, it asks the address to confirm, at most once in 10 minutes.  `website` is a trap for robots: leave it out. At most 5 submissions (waitlist and contact together) in a minute and 30 in an hour from one address.',
    unsafe: true,
    idempotent: true,
    example: signUp,
    answers: {
      201: {
        description:
          'The address is on the list; where the site can send mail, the message asks everybody to look for one. A box gets one mail in 10 minutes, whatever stands behind a `+` in its address, and the site sends 100 in an hour: whoever gets none can sign up again.',
        example: { message: 'You have been added to our waitlist.' },
      },
    },
    refusals: [429],
  }),
  list: operation({
    id: 'listSubscribers',
    tag,
    summary: 'List the subscribers',
    description:
      'Everybody who has signed up, in the order in which they did. `state`: they have joined while the site could send no mail (`unasked`), have been asked to confirm their address (`pending`), have done so (`confirmed`), or want no mail any more (`unsubscribed`).',
    session: true,
    parameters: {
      q: {
        optional: true,
        description: 'Only addresses that hold this; case and accents do not count.',
        example: 'ada',
      },
    },
    answers: { 200: { description: 'The subscribers.', example: [subscriber] } },
    refusals: [422],
  }),
  remove: operation({
    id: 'deleteSubscriber',
    tag,
    summary: 'Delete a subscriber',
    description: 'For good, with their links; what waits to be sent to them is not sent any more.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: {
      id: {
        description: 'The id of the subscriber.',
        schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
        example: subscriber.id,
      },
    },
    answers: { 204: { description: 'The subscriber is gone.' } },
    refusals: [404, 422],
  }),
}
