import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { emitChanges } from '#platform/events/changes'
import type { ContentKind } from '#platform/feature'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { linkCheck, linkList } from './contract'
import { catchUp } from './found-links'
import { operations } from './operations'
import { listLinks, startCheck } from './store'

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
