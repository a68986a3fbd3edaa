import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Config } from '#platform/config'
import { about, type NewEvent } from '#platform/events/events'
import { commit, type WriteContext } from '#platform/writes/commit'
import { messageBody } from '#contract/envelope'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/ids'
import { answerLists } from '#platform/long-list'
import { jsonBodies } from '#platform/http/json-body'
import { clientAddress } from '#platform/http/request-facts'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { visitorLanguage } from '#i18n/visitor-language'
import type { Services } from '#platform/services'
import { plainText } from '#text/schema'
import { type SignUp, signUp, subscriber } from './contract'
import { operations } from './operations'
import { deleteSubscriber, type Joined, joinWaitlist, listSubscribers } from './store'

const subscribersQuery = z.object({
  q: plainText(256)
    .optional()
    .meta({ description: 'Only addresses that contain this text; case and accents are ignored.', example: 'ada' }),
})

const subscribers = z.array(subscriber)

export const waitlistApi = (services: Services) =>
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
