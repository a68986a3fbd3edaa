import { mailStatus } from '#contract/mail-status'
import { giveExample, operations as describe } from '#platform/http/operation'
import { mail } from './contract'

giveExample(mail, {
  subject: 'A message from Bob',
  to: 'ada@acme.example',
  attempts: 2,
  messageId: '<4f6f1f0e-6f0a-4a53-9a53-1f0e6f0a4a53@acme.example>',
  lastError: '451 Please try again later',
  nextAttemptAt: '2026-03-02T09:00:06.000Z',
})
giveExample(mailStatus, { waiting: 0, failed: 0 })

export const operations = describe({
  listMails: 'List sent and queued mails. Newest first, one for each recipient.',
  retryMail:
    'Retry a mail. Queues the mail for immediate delivery, and keeps retrying for a day. Returns 409 if it was already sent.',
  getMailStatus:
    'Get the mail status. `ok` is the result of the last connection to the mail server, or null before the first.',
})
