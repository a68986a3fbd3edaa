import { giveExample, operations as describe } from '#platform/http/operation'
import { subscriber } from './contract'

giveExample(subscriber, { state: 'confirmed' })

export const operations = describe({
  joinWaitlist: {
    summary: 'Join the waitlist',
    description:
      'The answer is the same whatever is known of the address. Where the site can send mail, it asks the address to confirm, at most once in 10 minutes.  `website` is a trap for robots: leave it out. At most 5 submissions (waitlist and contact together) in a minute and 30 in an hour from one address.',
    answers: {
      201: {
        description:
          'The address is on the list; where the site can send mail, the message asks everybody to look for one. A box gets one mail in 10 minutes, whatever stands behind a `+` in its address, and the site sends 100 in an hour: whoever gets none can sign up again.',
        example: { message: 'You have been added to our waitlist.' },
      },
    },
    refusals: [429],
  },
  listSubscribers: {
    summary: 'List the subscribers',
    description:
      'Everybody who has signed up, in the order in which they did. `state`: they have joined while the site could send no mail (`unasked`), have been asked to confirm their address (`pending`), have done so (`confirmed`), or want no mail any more (`unsubscribed`).',
  },
  deleteSubscriber: {
    summary: 'Delete a subscriber',
    description: 'For good, with their links; what waits to be sent to them is not sent any more.',
  },
})
