import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { emitChanges } from '#platform/events/changes'
import type { ContentKind } from '#platform/feature'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { link, linkCheck, linkList, linkPlace } from './contract'
import { catchUp } from './found-links'
import { listLinks, startCheck } from './store'

giveExample(linkPlace, { field: 'content' })
giveExample(link, { url: 'https://example.com/study/', status: 404, checkedAt: '2026-03-02T09:30:00.000Z' })
describeFields(link, {
  state: '`unsure`: not checked yet, without a response, or with an inconclusive one.',
  status: 'The HTTP status of the last response.',
})
giveExample(linkCheck, { running: true })

const operations = describe({
  listLinks:
    'List links. The URLs in published and scheduled texts, broken ones first. Internal links show their current state: a redirect to a page is `ok`, a draft is `broken`. External links show the result of the last check. Addresses in private networks are never requested.',
  checkLinks:
    'Check external links. They are requested in the background, at most one per second and host. Returns 409 while a check is running.',
})

export const linksApi = (services: Services, kinds: readonly ContentKind[]) =>
  new Elysia({ prefix: '/links', tags: ['Links'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', ({ request }) => listLinks(services, kinds, requestOrigin(request)), {
      response: { 200: linkList },
      detail: operations.listLinks,
    })
    .post(
      '/check',
      async (context) => {
        const naming = kinds.flatMap((kind) => kind.naming ?? [])
        await catchUp(services, naming)
        return commit(services, context, { status: 202 }, async (tx) => {
          emitChanges(tx, [{ kind: 'link', action: 'updated', id: 1 }])
          return startCheck(tx, {
            naming: naming.map(({ kind }) => kind),
            origin: requestOrigin(context.request),
          })
        })
      },
      { response: { 202: linkCheck }, detail: operations.checkLinks },
    )
