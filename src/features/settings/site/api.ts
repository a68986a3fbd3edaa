import { Elysia } from 'elysia'
import { adminOnly, isMissingFactor } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import { requestActor } from '#platform/http/request-facts'
import { withBuiltIn, visibleTo } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { commit, type WriteContext, expectedVersions, versionTag } from '#platform/writes/commit'
import { historyReads, versionIn } from '#records/api/life-api'
import { listRevisions } from '#records/history/revisions'
import { siteAnswer, siteInput } from './contract'
import { operations } from './operations'
import { type Change, changeSite, readShownSite, restoreSite, siteKey, type SiteLookups } from './store'
import { currentSession } from '#auth/identify'

export const siteSettingsApi = (lookups: SiteLookups) => (services: Services) =>
  new Elysia({ prefix: '/site', tags: ['Site'] })
    .get(
      '',
      async (context) => {
        const { db, config } = services
        const { version, inForce, now } = await readShownSite(db, config, lookups)
        const session = await currentSession(services, context)
        if (session && !(await isMissingFactor(services, session.user.id))) {
          context.set.headers.etag = versionTag({ version })
          return { version, ...inForce }
        }
        const values = await visibleTo({ isLive: (path) => services.isLive(path), now }, inForce)
        const hash = Bun.hash(JSON.stringify(values)).toString(36)
        Object.assign(context.set.headers, { 'cache-control': 'no-cache', etag: `"${version}-${hash}"` })
        return { version, ...values }
      },
      { response: { 200: siteAnswer }, detail: operations.getSite },
    )
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .put('', (context) => write(services, context, lookups, (tx, by) => changeSite(tx, context.body, by)), {
      body: siteInput,
      response: { 200: siteAnswer },
      detail: operations.updateSite,
    })
    .post(
      '/revisions/:version/restore',
      (context) => write(services, context, lookups, (tx, by) => restoreSite(tx, versionIn(context.params), by)),
      { response: { 200: siteAnswer }, detail: operations.restoreSiteRevision },
    )
    .use(
      historyReads(services, {
        tag: 'Site',
        path: '',
        idOf: () => siteKey,
        store: { keyOf: (key) => key, listHistory: listRevisions },
        shown: (values) => withBuiltIn(services.config, values),
        operations: { revisions: operations.listSiteRevisions, revision: operations.getSiteRevision },
      }),
    )

const write = (
  services: Services,
  context: WriteContext,
  lookups: SiteLookups,
  work: (tx: Database, by: Change) => Promise<void>,
) =>
  commit(
    services,
    context,
    { status: 200, event: () => ({ kind: 'site-settings', action: 'updated', id: 'site' }) },
    async (tx) => {
      const { request } = context
      await work(tx, { expected: expectedVersions(request), actor: requestActor(request), lookups })
      const { version, inForce } = await readShownSite(tx, services.config, lookups)
      return { version, ...inForce }
    },
  )
