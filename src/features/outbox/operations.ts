import { mailStatus } from '#contract/mail-status'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { mail } from './contract'

giveExample(mail, {
  subject: 'A message from Bob',
  attempts: 2,
  messageId: '<4f6f1f0e-6f0a-4a53-9a53-1f0e6f0a4a53@acme.example>',
  lastError: '451 Please try again later',
  nextAttemptAt: '2026-03-02T09:00:06.000Z',
})
describeFields(mailStatus, {
  configured: 'Whether a mail server is set.',
  ok: 'The result of the last connection to the mail server; null before the first.',
  waiting: 'How many mails are queued.',
})

export const operations = describe({
  listMails: 'List sent and queued mails. Newest first, one for each recipient.',
  retryMail:
    'Retry a mail. Queues the mail for immediate delivery, and keeps retrying for a day. Returns 409 if it was already sent.',
  getMailStatus: 'Get the mail status.',
})
