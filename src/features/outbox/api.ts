import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { NewEvent } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { mailStatus } from '#contract/mail-status'
import { parseId } from '#platform/http/ids'
import { readMailStatus } from '#platform/mail/status'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { mail, type Mail, outboxQuery } from './contract'
import { operations } from './operations'
import { listMails, retryMail } from './store'

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
