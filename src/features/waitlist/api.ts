import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { commit } from '#base/writes/commit'
import { messageBody } from '#base/http/envelope'
import { jsonBodies } from '#base/http/json-body'
import { clientAddress } from '#base/http/request-facts'
import { translate } from '#base/i18n/translate'
import { visitorLanguage } from '#base/i18n/visitor-language'
import type { Services } from '#base/services'
import { signUp, subscriber } from './contract'
import { operations } from './operations'
import { joinWaitlist, listSubscribers } from './store'

export const waitlistApi = (services: Services) =>
  new Elysia({ prefix: '/waitlist' })
    .use(jsonBodies())
    .post('', (context) => commit(services, context, { status: 201 }, async (tx) => {
      await joinWaitlist({ ...services, db: tx }, context.body, clientAddress(context.request))
      return { message: translate(visitorLanguage(context.request), 'waitlist.successText') }
    }), { body: signUp, response: { 201: messageBody }, detail: operations.join })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => listSubscribers(services.db), { response: { 200: z.array(subscriber) }, detail: operations.list })
