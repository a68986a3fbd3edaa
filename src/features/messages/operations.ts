import { operation } from '#base/http/operation'
import { folders, type Message, type MessageInput, type MessageWithThread, type ThreadEntry } from './contract'

const tag = 'Contact'

const message: Message = {
  id: 31,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'An engine for our school',
  message:
    'We count lessons by hand: https://school.example/lessons, https://school.example/rooms.\nCould you have a look?',
  submittedAt: '2026-03-02T09:00:00.000Z',
  read: false,
  folder: 'inbox',
  spam: { score: 10, reasons: ['Holds 2 links'] },
  replies: 1,
}

const entry: ThreadEntry = {
  id: 4,
  at: '2026-03-02T10:30:00.000Z',
  by: { id: 1, username: 'grace' },
  body: 'Good morning Ada,\nwe would love to.',
  mail: { id: 52, state: 'sent' },
}

const withThread: MessageWithThread = {
  ...message,
  thread: [entry],
}

const id = {
  description: 'The id of the message.',
  schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
  example: 31,
}

const input: MessageInput = {
  name: message.name,
  email: message.email,
  subject: message.subject,
  message: message.message,
}

export const operations = {
  send: operation({
    id: 'sendMessage',
    tag,
    summary: 'Send a message',
    description:
      'A message of the contact form. `website` is a trap for robots: leave it out. Where `formTime` says how many milliseconds somebody took, it counts in judging spam. At most 5 submissions (waitlist and contact together) in a minute and 30 in an hour from one address.',
    unsafe: true,
    idempotent: true,
    example: input,
    answers: {
      201: {
        description: 'The message is stored.',
        example: { message: "We've received your message and will get back to you soon!" },
      },
    },
    refusals: [429],
  }),
  list: operation({
    id: 'listMessages',
    tag,
    summary: 'List the messages',
    description:
      'The newest first. Without `folder` every message but spam, which only shows where it is asked for. What speaks for spam is told in the language of the `industria-language` cookie.',
    session: true,
    parameters: {
      folder: {
        optional: true,
        description: 'Only those that lie there; `all` is all three together.',
        schema: { enum: [...folders, 'all'] },
        example: 'inbox',
      },
      q: {
        optional: true,
        description:
          'Words that all occur in the name, the email address, the subject or the message, whatever their case and accents.',
        schema: { type: 'string', maxLength: 200 },
        example: 'engine',
      },
    },
    answers: { 200: { description: 'The messages.', example: [message] } },
    refusals: [422],
  }),
  find: operation({
    id: 'findMessage',
    tag,
    summary: 'Read a message and what was answered',
    description: 'The message with its `thread`, the oldest answer first.',
    session: true,
    parameters: { id },
    answers: { 200: { description: 'The message.', example: withThread } },
    refusals: [404],
  }),
  change: operation({
    id: 'changeMessage',
    tag,
    summary: 'Mark a message as read or new, or move it',
    description:
      'Sets whether it has been read, or the folder in which it lies, or both. What is moved out of spam is told to nobody afterwards.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: { id },
    example: { read: true, folder: 'archive' },
    answers: { 200: { description: 'The message.', example: { ...message, read: true, folder: 'archive' } } },
    refusals: [404],
  }),
  delete: operation({
    id: 'deleteMessage',
    tag,
    summary: 'Delete a message',
    description: 'For good, with what was answered to it.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: { id },
    answers: { 204: { description: 'It is gone.' } },
    refusals: [404],
  }),
  reply: operation({
    id: 'replyToMessage',
    tag,
    summary: 'Answer a message by mail',
    description:
      'The mail goes to the sender, in the language of the page on which they wrote, with their message quoted below; how it stands is told with the entry. 409 where the site sends no mail.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: { id },
    example: { body: entry.body },
    answers: {
      201: {
        description: 'The entry of the thread.',
        example: { ...entry, mail: { id: 52, state: 'waiting' } } satisfies ThreadEntry,
      },
    },
    refusals: [404, 409],
  }),
}
