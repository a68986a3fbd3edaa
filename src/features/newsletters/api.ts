import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { ownAddress } from '#auth/store'
import { notFound } from '#contract/http-error'
import { defaultLanguage, languages } from '#i18n/language'
import { visitorLanguage } from '#i18n/visitor-language'
import type { ActivityAction, NewEvent } from '#platform/events/events'
import { parseId } from '#platform/http/parameters'
import { mailInFrame } from '#platform/mail/compose-mail'
import type { Services } from '#platform/services'
import { commit, expectedVersions, versionTag } from '#platform/writes/commit'
import {
  everybody,
  mailDomain,
  type Newsletter,
  newsletter,
  newsletterInput,
  newsletterPreview,
  readerCounts,
  readersQuery,
  sendInput,
  testAnswer,
  testInput,
} from './contract'
import { checkMailDomain } from './domain'
import { operations } from './operations'
import { cancelNewsletter, previewNewsletter, sendNewsletter, sendTest } from './send'
import {
  type NewsletterSources,
  addNewsletter,
  changeNewsletter,
  countReaders,
  deleteNewsletter,
  findNewsletter,
  listNewsletters,
  orOther,
} from './store'

const previewQuery = z.object({
  language: z
    .enum(languages, { error: 'validation.value' })
    .default(defaultLanguage)
    .meta({ description: 'The language of the recipients.' }),
})

export const newslettersApi = (sources: NewsletterSources) => (services: Services) =>
  new Elysia({ tags: ['Newsletters'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/mail/domain', ({ request }) => checkMailDomain(domainOf(services.config), visitorLanguage(request)), {
      response: { 200: mailDomain },
      detail: operations.checkMailDomain,
    })
    .use(recordsApi(services, sources))
    .use(sendingApi(services, sources))

/** A try-out asks no name server. */
const domainOf = ({ demo, mailFrom }: Services['config']) => (demo ? undefined : mailFrom)

const idOf = ({ id }: { id: string }) => parseId(id, notFound('newsletter'))

const eventOf =
  (action: NewEvent['action'], done?: ActivityAction) =>
  ({ id, subject }: Pick<Newsletter, 'id' | 'subject'>): NewEvent => ({
    kind: 'newsletter',
    action,
    id,
    title: orOther(subject, defaultLanguage),
    ...(done && { activityActions: [done] }),
  })

const recordsApi = (services: Services, sources: NewsletterSources) =>
  new Elysia({ prefix: '/newsletters' })
    .get('', () => listNewsletters(services.db, sources), {
      response: { 200: z.array(newsletter) },
      detail: operations.listNewsletters,
    })
    .post(
      '',
      (context) =>
        commit(services, context, { status: 201, event: eventOf('created') }, (tx) =>
          addNewsletter(tx, sources, context.body),
        ),
      { body: newsletterInput, response: { 201: newsletter }, detail: operations.createNewsletter },
    )
    .get('/readers', ({ query }) => countReaders(services.db, sources, { ...everybody, ...query }), {
      query: readersQuery,
      response: { 200: readerCounts },
      detail: operations.countRecipients,
    })
    .get(
      '/:id',
      async ({ params, set }) => {
        const found = await findNewsletter(services.db, sources, idOf(params))
        set.headers.etag = versionTag(found)
        return found
      },
      { response: { 200: newsletter }, detail: operations.getNewsletter },
    )
    .put(
      '/:id',
      (context) => {
        const change = { id: idOf(context.params), input: context.body, expected: expectedVersions(context.request) }
        return commit(services, context, { status: 200, event: eventOf('updated') }, (tx) =>
          changeNewsletter(tx, sources, change),
        )
      },
      { body: newsletterInput, response: { 200: newsletter }, detail: operations.updateNewsletter },
    )
    .delete(
      '/:id',
      (context) => {
        const which = { id: idOf(context.params), expected: expectedVersions(context.request) }
        return commit(services, context, { status: 204, event: eventOf('deleted') }, (tx) =>
          deleteNewsletter(tx, sources, which),
        )
      },
      { detail: operations.deleteNewsletter },
    )

const sendingApi = (services: Services, sources: NewsletterSources) =>
  new Elysia({ prefix: '/newsletters' })
    .get('/:id/preview', ({ params }) => previewNewsletter({ services, sources, id: idOf(params) }), {
      response: { 200: newsletterPreview },
      detail: operations.previewNewsletter,
    })
    .get(
      '/:id/html',
      async ({ params, query }) => {
        const shown = await previewNewsletter({ services, sources, id: idOf(params) })
        return mailInFrame(shown[query.language].html)
      },
      { query: previewQuery, detail: operations.previewNewsletterPage },
    )
    .post(
      '/:id/test',
      (context) => {
        const { request, body } = context
        const id = idOf(context.params)
        const event = (): NewEvent => ({ kind: 'newsletter', action: 'updated', id, activityActions: ['tested'] })
        return commit(services, context, { status: 202, event }, async (tx) => {
          const to = await ownAddress(tx, request)
          return sendTest(tx, { services, sources, id }, { to, language: body.language ?? visitorLanguage(request) })
        })
      },
      { body: testInput, response: { 202: testAnswer }, detail: operations.testNewsletter },
    )
    .post(
      '/:id/send',
      (context) => {
        const which = { services, sources, id: idOf(context.params), expected: expectedVersions(context.request) }
        const event = (sent: Newsletter) => eventOf('updated', sent.state === 'scheduled' ? 'scheduled' : 'sent')(sent)
        return commit(services, context, { status: 202, event }, (tx) => sendNewsletter(tx, which, context.body))
      },
      { body: sendInput, response: { 202: newsletter }, detail: operations.sendNewsletter },
    )
    .post(
      '/:id/cancel',
      (context) => {
        const which = { id: idOf(context.params), expected: expectedVersions(context.request) }
        return commit(services, context, { status: 200, event: eventOf('updated', 'cancelled') }, (tx) =>
          cancelNewsletter(tx, sources, which),
        )
      },
      { response: { 200: newsletter }, detail: operations.cancelNewsletter },
    )
