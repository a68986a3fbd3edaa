import { operation } from '#base/http/operation'
import { type Mail, mailStates, type MailStatus } from './contract'

const tag = 'Mail'

const waiting: Mail = {
  id: 31,
  kind: 'message',
  to: 'ada@acme.example',
  subject: 'A message from Bob',
  state: 'waiting',
  attempts: 2,
  messageId: '<4f6f1f0e-6f0a-4a53-9a53-1f0e6f0a4a53@acme.example>',
  lastError: '451 Please try again later',
  createdAt: '2026-03-02T09:00:00.000Z',
  nextAttemptAt: '2026-03-02T09:00:06.000Z',
  sentAt: null,
}
const status: MailStatus = { configured: false, ok: null, lastError: null, waiting: 0, failed: 0 }

export const operations = {
  list: operation({
    id: 'listMails',
    tag,
    summary: 'List the mails that the site sends',
    description: 'The newest first, one for each recipient.',
    session: true,
    parameters: {
      state: { optional: true, description: 'How it stands.', schema: { enum: mailStates }, example: 'failed' },
      limit: {
        optional: true,
        description: 'At most so many.',
        schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
        example: 50,
      },
      before: {
        optional: true,
        description: 'Those before this one: the `id` of the last mail of the page before.',
        schema: { type: 'integer', minimum: 1 },
        example: 32,
      },
    },
    answers: { 200: { description: 'The mails.', example: [waiting] } },
    refusals: [422],
  }),
  retry: operation({
    id: 'retryMail',
    tag,
    summary: 'Try a mail again',
    description: 'At once, and for another day. A mail that was sent is a 409.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: {
      id: {
        description: 'The id of the mail.',
        schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
        example: waiting.id,
      },
    },
    answers: { 200: { description: 'The mail, waiting again.', example: waiting } },
    refusals: [404, 409, 422],
  }),
  status: operation({
    id: 'mailStatus',
    tag,
    summary: 'Ask how mail stands',
    description: '`ok` tells of the last try to use the mail server; it is null before the first.',
    session: true,
    answers: { 200: { description: 'How mail stands.', example: status } },
  }),
}
