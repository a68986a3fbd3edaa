import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { message, messageChange, messageInput, messageWithThread, threadEntry } from './contract'

const sent = {
  name: 'Ada Lovelace',
  message:
    'We count lessons by hand: https://school.example/lessons, https://school.example/rooms.\nCould you have a look?',
}
const received = { ...sent, spam: { score: 10, reasons: ['Holds 2 links'] } }
giveExample(message, received)
giveExample(messageWithThread, received)
describeFields(message, {
  spam: 'How likely the message is spam, and why, in the language of the `industria-language` cookie.',
  replies: 'The number of replies.',
})
describeFields(messageWithThread, { thread: 'The replies, oldest first.' })
giveExample(messageInput, sent)
describeFields(messageInput, { formTime: 'How many milliseconds the form was open, which helps to detect spam.' })
giveExample(messageChange, { read: true, folder: 'archive' })
giveExample(threadEntry, { mail: { id: 52, state: 'sent' } })
describeFields(threadEntry, { mail: 'The delivery of the reply.' })

export const operations = describe({
  sendMessage: {
    text: 'Send a contact message. As the contact form does. Returns 429 after 5 contact and waitlist submissions in a minute, or 30 in an hour, per client address.',
    answers: { 201: { example: { message: "We've received your message and will get back to you soon!" } } },
  },
  listMessages: 'List messages. Newest first. Spam is listed only with `folder=spam` or `folder=all`.',
  countMessages:
    'Count messages by day. The messages of the last 30 days and of the 30 days before, including archived ones but no spam. Days are in the time zone of the site, or in UTC.',
  getMessage: 'Get a message.',
  updateMessage: {
    text: 'Update a message. Marks it as read or unread, moves it to a folder, or both.',
    answers: { 200: { example: { read: true, folder: 'archive' } } },
  },
  deleteMessage: 'Delete a message. Its replies are deleted too.',
  replyToMessage: {
    text: 'Reply to a message. The sender gets an email in the language of the page with the form, which quotes their message. Returns 409 if the site cannot send mail.',
    answers: { 201: { example: { mail: { id: 52, state: 'waiting' } } } },
  },
})
