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
    summary: 'Send a message',
    description:
      'A message of the contact form. `website` is a trap for robots: leave it out. Where `formTime` says how many milliseconds somebody took, it counts in judging spam. At most 5 submissions (waitlist and contact together) in a minute and 30 in an hour from one address.',
    answers: { 201: { example: { message: "We've received your message and will get back to you soon!" } } },
    refusals: [429],
  },
  listMessages: {
    summary: 'List the messages',
    description:
      'The newest first. Without `folder` every message but spam, which only shows where it is asked for. What speaks for spam is told in the language of the `industria-language` cookie.',
  },
  findMessage: {
    summary: 'Read a message and what was answered',
    description: 'The message with its `thread`, the oldest answer first.',
  },
  changeMessage: {
    summary: 'Mark a message as read or new, or move it',
    description:
      'Sets whether it has been read, or the folder in which it lies, or both. What is moved out of spam is told to nobody afterwards.',
    answers: { 200: { example: { read: true, folder: 'archive' } } },
  },
  deleteMessage: { summary: 'Delete a message', description: 'For good, with what was answered to it.' },
  replyToMessage: {
    summary: 'Answer a message by mail',
    description:
      'The mail goes to the sender, in the language of the page on which they wrote, with their message quoted below; how it stands is told with the entry. 409 where the site sends no mail.',
    answers: { 201: { example: { mail: { id: 52, state: 'waiting' } } } },
    refusals: [409],
  },
})
