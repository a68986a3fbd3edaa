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
  sentAt: null,
})
giveExample(mailStatus, { ok: null, lastError: null, waiting: 0, failed: 0 })

export const operations = describe({
  listMails: {
    summary: 'List the mails that the site sends',
    description: 'The newest first, one for each recipient.',
  },
  retryMail: {
    summary: 'Try a mail again',
    description: 'At once, and for another day. A mail that was sent is a 409.',
    refusals: [409],
  },
  mailStatus: {
    summary: 'Ask how mail stands',
    description: '`ok` tells of the last try to use the mail server; it is null before the first.',
  },
})
