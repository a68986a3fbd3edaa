import { giveExample, operations as describe } from '#platform/http/operation'
import { message, messageChange, messageInput, messageWithThread, threadEntry } from './contract'

const sent = {
  name: 'Ada Lovelace',
  message:
    'We count lessons by hand: https://school.example/lessons, https://school.example/rooms.\nCould you have a look?',
}
const received = { ...sent, spam: { score: 10, reasons: ['Holds 2 links'] } }
giveExample(message, received)
giveExample(messageWithThread, received)
giveExample(messageInput, sent)
giveExample(messageChange, { read: true, folder: 'archive' })
giveExample(threadEntry, { mail: { id: 52, state: 'sent' } })

export const operations = describe({
  sendMessage: {
    summary: 'Send a contact message',
    description:
      'Submits the contact form. `formTime`, the number of milliseconds that the form was open, helps to detect spam; `website` is a honeypot: leave it empty. Limited to 5 contact and waitlist submissions a minute and 30 an hour per client address.',
    answers: { 201: { example: { message: "We've received your message and will get back to you soon!" } } },
    refusals: [429],
  },
  listMessages: {
    summary: 'List messages',
    description:
      'Newest first. Spam is listed only with `folder=spam` or `folder=all`. The reasons for a spam score are in the language of the `industria-language` cookie.',
  },
  countMessages: {
    summary: 'Count messages by day',
    description:
      'The messages of the last 30 days and of the 30 days before, archived ones included and spam not. Days are in the time zone of the site, or in UTC.',
  },
  findMessage: {
    summary: 'Retrieve a message',
    description: 'Includes the replies (`thread`), oldest first.',
  },
  changeMessage: {
    summary: 'Update a message',
    description: 'Marks the message as read or unread, moves it to a folder, or both.',
    answers: { 200: { example: { read: true, folder: 'archive' } } },
  },
  deleteMessage: { summary: 'Delete a message', description: 'Permanently deletes the message and its replies.' },
  replyToMessage: {
    summary: 'Reply to a message',
    description:
      'Sends an email to the sender, in the language of the page with the form, quoting their message. `mail` is the delivery state. Returns 409 if the site cannot send mail.',
    answers: { 201: { example: { mail: { id: 52, state: 'waiting' } } } },
    refusals: [409],
  },
})
