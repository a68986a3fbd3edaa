import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { NewEvent } from '#platform/events/events'
import type { Feature } from '#platform/feature'
import { requestActor } from '#platform/http/request-facts'
import { visitorLanguage } from '#i18n/visitor-language'
import type { Services } from '#platform/services'
import { commit, commitAs } from '#platform/writes/commit'
import { type Erased, erased, personInput } from './contract'
import { giveExample, operations as describe } from '#platform/http/operation'
import { collect, erase } from './store'

declare module '#platform/events/events' {
  interface Kinds {
    privacy: true
  }
}

/** Export and erasure of personal data, over all features. */
export const privacy = (features: () => readonly Feature[]): Feature => ({
  api: { routes: (services) => privacyApi(services, features()) },
})

const example = { email: 'somebody@example.org' }
giveExample(personInput, example)

const operations = describe({
  exportPersonalData: {
    text: 'Export the data of a person. Everything that is stored about an email address (case-insensitive): messages with their replies, the waitlist entry, mails to or about the person, and related activity. The export itself is recorded in the activity log, without the address.',
    idempotent: false,
    answers: { 200: { example: { ...example, messages: [], subscribers: [], mails: [], activity: [] } } },
  },
  erasePersonalData:
    'Erase the data of a person. Permanently deletes everything that the export returns, and stored responses of Idempotency-Keys that contain the address, in one transaction. Queued mails are not sent. Activity entries remain without personal data.',
})

const privacyApi = (services: Services, features: readonly Feature[]) =>
  new Elysia({ prefix: '/privacy', tags: ['Privacy'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    // Not stored for an Idempotency-Key, because the answer is personal data.
    .post(
      '/export',
      ({ request, body }) =>
        commitAs(
          services,
          requestActor(request),
          () => eventOf('exported'),
          (tx) => collect(tx, features, { ...body, language: visitorLanguage(request) }),
        ),
      { body: personInput, response: { 200: heldOf(features) }, detail: operations.exportPersonalData },
    )
    .post(
      '/erase',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: (counts: Erased) => (isNothing(counts) ? undefined : eventOf('erased')) },
          (tx) => erase(tx, features, context.body),
        ),
      { body: personInput, response: { 200: erased }, detail: operations.erasePersonalData },
    )

/** The event does not name the person. */
const eventOf = (done: 'exported' | 'erased'): NewEvent => ({
  kind: 'privacy',
  action: done === 'erased' ? 'deleted' : 'updated',
  id: null,
  activityActions: [done],
})

const isNothing = (counts: Erased) => Object.values(counts).every((count) => count === 0)

const heldOf = (features: readonly Feature[]) =>
  z
    .object({
      email: z.string(),
      ...Object.fromEntries(
        features.flatMap(({ privacy: { holds } = {} }) => (holds ? [[holds.name, z.array(holds.shape)]] : [])),
      ),
    })
    .meta({ id: 'PersonalData' })
