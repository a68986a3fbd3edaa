import { operation } from '#base/http/operation'
import type { Message, MessageInput } from './contract'

const tag = 'Contact'

const message: Message = {
  id: 31,
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'An engine for our school',
  message: 'We count lessons by hand.\nCould you have a look?',
  submittedAt: '2026-03-02T09:00:00.000Z',
  read: false,
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
      'A message of the contact form. `website` is a trap for robots: leave it out. At most 5 submissions (waitlist and contact together) in a minute and 30 in an hour from one address.',
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
    description: 'Every message, the newest first.',
    session: true,
    answers: { 200: { description: 'The messages.', example: [message] } },
  }),
  mark: operation({
    id: 'markMessage',
    tag,
    summary: 'Mark a message as read or new',
    description: 'Sets whether the message has been read.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: {
      id: {
        description: 'The id of the message.',
        schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
        example: 31,
      },
    },
    example: { read: true },
    answers: { 200: { description: 'The message.', example: { ...message, read: true } } },
    refusals: [404],
  }),
}
