import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { subscriber } from './contract'

giveExample(subscriber, { state: 'confirmed' })
describeFields(subscriber, {
  state: '`unasked`: signed up while the site could not send mail; `pending`: a confirmation was sent.',
  news: 'Whether they opted in to the newsletter.',
})

export const operations = describe({
  joinWaitlist: {
    text: 'Join the waitlist. The response does not reveal whether the address is already on the list. If the site can send mail, it sends a confirmation link: at most one in 10 minutes per mailbox (`+` suffixes are ignored) and 100 an hour in total. Where the site has a newsletter instead of a waitlist, every sign-up asks for news. Returns 409 where sign-ups are switched off, and 429 after 5 contact and waitlist submissions in a minute, or 30 in an hour, per client address.',
    answers: { 201: { example: { message: 'You have been added to our waitlist.' } } },
  },
  listSubscribers: 'List subscribers. In the order of their sign-up.',
  countSignUps:
    'Count sign-ups by day. The sign-ups of the last 30 days and of the 30 days before, including those who unsubscribed since. Days are in the time zone of the site, or in UTC.',
  deleteSubscriber: 'Delete a subscriber. Their links stop working, and queued mails to them are not sent.',
  previewWelcomeMail: {
    text: 'Preview the welcome mail as an HTML page. As subscribers with that language get it. Returns 404 if there is no welcome mail.',
    answers: { 200: { description: 'The HTML document.', page: '<!doctype html>' } },
  },
  testWelcomeMail:
    'Send a test of the welcome mail. It is sent to your email address only. Returns 409 if there is no welcome mail, your account has no email address, or the site cannot send mail.',
})
