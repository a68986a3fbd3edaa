import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about } from '#base/events'
import { commit, type WriteContext } from '#base/writes/commit'
import { messageBody } from '#base/http/envelope'
import { jsonBodies } from '#base/http/json-body'
import { clientAddress } from '#base/http/request-facts'
import { translate } from '#base/i18n/translate'
import { visitorLanguage } from '#base/i18n/visitor-language'
import type { Services } from '#base/services'
import { type SignUp, signUp, subscriber } from './contract'
import { operations } from './operations'
import { joinWaitlist, listSubscribers } from './store'

export const waitlistApi = (services: Services) =>
  new Elysia({ prefix: '/waitlist' })
    .use(jsonBodies())
    .post('', (context) => join(services, context), {
      body: signUp,
      response: { 201: messageBody },
      detail: operations.join,
    })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => listSubscribers(services.db), { response: { 200: z.array(subscriber) }, detail: operations.list })

/** Takes a sign-up in, from the API and from the form without JavaScript alike. */
export const join = (services: Services, context: WriteContext & { body: SignUp }) => {
  const { request, body } = context
  const answer = () => ({ message: translate(visitorLanguage(request), 'waitlist.successText') })
  return commit(services, context, { status: 201, event: joined, answer }, (tx) =>
    joinWaitlist({ ...services, db: tx }, body, clientAddress(request)),
  )
}

const joined = (row: { id: number } | null) => (row ? about('subscriber', 'created')(row) : undefined)
