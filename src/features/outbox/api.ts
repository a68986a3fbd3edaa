import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { NewEvent } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { mailStatus } from '#contract/system'
import { parseId } from '#platform/http/parameters'
import { readMailStatus } from '#platform/mail/outbox'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { mail, type Mail, outboxQuery } from './contract'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { listMails, retryMail } from './store'

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

const operations = describe({
  listMails: 'List sent and queued mails. Newest first, one for each recipient.',
  retryMail:
    'Retry a mail. Queues the mail for immediate delivery, and keeps retrying for a day. Returns 409 if it was already sent.',
  getMailStatus: 'Get the mail status.',
})

export const outboxApi = (services: Services) =>
  new Elysia({ tags: ['Mail'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/outbox', ({ query }) => listMails(services.db, query), {
      query: outboxQuery,
      response: { 200: z.array(mail) },
      detail: operations.listMails,
    })
    .post(
      '/outbox/:id/retry',
      (context) =>
        commit(services, context, { status: 200, event: retried }, (tx) =>
          retryMail(tx, parseId(context.params.id, notFound('mail'))),
        ),
      { response: { 200: mail }, detail: operations.retryMail },
    )
    .get('/mail', () => readMailStatus(services.db, services.config), {
      response: { 200: mailStatus },
      detail: operations.getMailStatus,
    })

const retried = ({ id, subject }: Mail): NewEvent => ({
  kind: 'mail',
  action: 'updated',
  id,
  title: subject,
  activityActions: ['retried'],
})
