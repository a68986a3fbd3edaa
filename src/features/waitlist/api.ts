import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Config } from '#platform/config'
import { about, type NewEvent } from '#platform/events/events'
import { commit, type WriteContext } from '#platform/writes/commit'
import { dayCounts } from '#contract/day-counts'
import { messageBody, conflict, notFound } from '#contract/http-error'
import { ownAddress } from '#auth/store'
import { mailInFrame } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { readWelcome } from '#platform/owner/settings'
import { parseId } from '#platform/http/parameters'
import { answerLists } from '#platform/long-list'
import { jsonBodies } from '#platform/http/bodies'
import { clientAddress } from '#platform/http/request-facts'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { visitorLanguage } from '#i18n/visitor-language'
import type { Services } from '#platform/services'
import { plainText } from '#text/schema'
import { type SignUp, signUp, subscriber, welcomeQuery, welcomeTest, welcomeTestAnswer } from './contract'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { type FindPictures, writeWelcome } from './mails'
import { countSignUps, deleteSubscriber, type Joined, joinWaitlist, listSubscribers } from './store'

giveExample(subscriber, { state: 'confirmed' })
describeFields(subscriber, {
  state: '`unasked`: signed up while the site could not send mail; `pending`: a confirmation was sent.',
  news: 'Whether they opted in to the newsletter.',
})

const operations = describe({
  joinWaitlist: {
    text: 'Join the waitlist. The response does not reveal whether the address is already on the list. If the site can send mail, it sends a confirmation link: at most one in 10 minutes per mailbox (`+` suffixes are ignored) and 100 an hour in total. Where the site has a newsletter instead of a waitlist, every sign-up asks for news. Returns 409 where sign-ups are switched off, and 429 after 5 contact and waitlist submissions in a minute, or 30 in an hour, per client address.',
    answers: { 201: { example: { message: 'You have been added to our waitlist.' } } },
  },
  listSubscribers: 'List subscribers. In the order of their sign-up.',
  countSignUps:
    'Count sign-ups by day. The sign-ups of the last 30 days and of the 30 days before, including those who unsubscribed since. Days are in the time zone of the site, or in UTC.',
  deleteSubscriber: 'Delete a subscriber. Their links stop working, and queued mails to them are not sent.',
  previewWelcomeMail: {
    text: 'Preview the welcome mail as an HTML page. As subscribers with that language get it. Returns 404 if there is no welcome mail.',
    answers: { 200: { description: 'The HTML document.', page: '<!doctype html>' } },
  },
  testWelcomeMail:
    'Send a test of the welcome mail. It is sent to your email address only. Returns 409 if there is no welcome mail, your account has no email address, or the site cannot send mail.',
})

const subscribersQuery = z.object({
  q: plainText(256)
    .optional()
    .meta({ description: 'Only addresses that contain this text; case and accents are ignored.', example: 'ada' }),
})

const subscribers = z.array(subscriber)

export const waitlistApi = (findPictures: FindPictures) => (services: Services) =>
  new Elysia().use(subscribersApi(services)).use(welcomeApi(services, findPictures))

/** The preview and the test of the mail that `PUT /api/settings` stores. */
const welcomeApi = (services: Services, findPictures: FindPictures) =>
  new Elysia({ prefix: '/settings/welcome', tags: ['Settings'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/html',
      async ({ query }) => {
        const welcome = await readWelcome(services.db)
        if (!welcome) throw notFound('welcome')
        const leave = `${services.config.siteUrl ?? ''}/`
        const tools = { ...services, findPictures }
        const letter = await writeWelcome(services.db, tools, { welcome, language: query.language, leave })
        return mailInFrame(letter.html)
      },
      { query: welcomeQuery, detail: operations.previewWelcomeMail },
    )
    .post(
      '/test',
      (context) =>
        commit(services, context, { status: 202, event: () => undefined }, async (tx) => {
          const { config } = services
          if (!config.mail) throw conflict('errors.noMail')
          const welcome = await readWelcome(tx)
          if (!welcome) throw conflict('errors.noWelcome')
          const to = await ownAddress(tx, context.request)
          if (to === null) throw conflict('errors.newsletterNoAddress')
          const language = context.body.language ?? visitorLanguage(context.request)
          const leave = `${config.siteUrl ?? ''}/`
          const letter = await writeWelcome(tx, { config, findPictures }, { welcome, language, leave })
          await post(tx, config, { kind: 'welcome', to: [to], letter })
          return { to }
        }),
      { body: welcomeTest, response: { 202: welcomeTestAnswer }, detail: operations.testWelcomeMail },
    )

const subscribersApi = (services: Services) =>
  new Elysia({ prefix: '/waitlist', tags: ['Waitlist'] })
    .use(visitors(services))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '',
      async (context) =>
        answerLists(services.log, context, [await listSubscribers(services.db, context.query)], subscribers),
      {
        query: subscribersQuery,
        response: { 200: subscribers },
        detail: operations.listSubscribers,
      },
    )
    .get('/days', () => countSignUps(services), {
      response: { 200: dayCounts },
      detail: operations.countSignUps,
    })
    .delete(
      '/:id',
      (context) =>
        commit(services, context, { status: 204, event: about('subscriber', 'deleted') }, (tx) =>
          deleteSubscriber(tx, parseId(context.params.id, notFound('subscriber'))),
        ),
      { detail: operations.deleteSubscriber },
    )

/** A plugin of its own, whose bodies are read without a session; the other one requires one. */
const visitors = (services: Services) =>
  new Elysia().use(jsonBodies()).post('', (context) => join(services, context), {
    body: signUp,
    response: { 201: messageBody },
    detail: operations.joinWaitlist,
  })

/** Minimum response time of a sign-up with mail, in milliseconds, which hides timing differences. */
const pace = 50

/** Receives a sign-up, from the API and from the form without JavaScript. */
export const join = async (services: Services, context: WriteContext & { body: SignUp }) => {
  const { request, body } = context
  const language = visitorLanguage(request)
  const answer = () => ({ message: translate(language, joinedText(services.config)) })
  const [answered] = await Promise.all([
    commit(services, context, { status: 201, event: joined, answer }, (tx) =>
      joinWaitlist({ ...services, db: tx }, body, { address: clientAddress(request), language }),
    ),
    services.config.mail ? Bun.sleep(pace) : undefined,
  ])
  return answered
}

/** With mail the text is the same for every sign-up, so that it does not reveal whether an address is subscribed. */
export const joinedText = ({ mail }: Config): MessageId => (mail ? 'waitlist.joined' : 'waitlist.successText')

const joined = (made: Joined | null): NewEvent | undefined =>
  made?.change ? { kind: 'subscriber', action: made.change, id: made.id } : undefined
