import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly, isMissingFactor } from '#auth/admin-only'
import { currentSession } from '#auth/sessions/current-session'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/ids'
import { requestActor } from '#platform/http/request-facts'
import { readSite, withBuiltIn } from '#platform/owner/site'
import { visibleTo } from '#platform/owner/visible-site'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { expectedVersions, versionTag } from '#platform/writes/versions'
import type { StoredSite } from '#contract/site'
import { revisionsPage } from '#records/api/history-api'
import { revision, revisionSummary } from '#records/history/history-contract'
import { findRevision, listRevisions } from '#records/history/revisions'
import { siteAnswer, siteInput } from './contract'
import { operations } from './operations'
import { changeSite, restoreSite, siteKey, type SiteLookups } from './store'

export const siteSettingsApi = (lookups: SiteLookups) => (services: Services) =>
  new Elysia({ prefix: '/site', tags: ['Site'] })
    .get(
      '',
      async (context) => {
        const { db, config } = services
        const { version, inForce, now } = await readSite(db, config)
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
      { response: { 200: siteAnswer }, detail: operations.readSite },
    )
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .put(
      '',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'site-settings', action: 'updated', id: 'site' }) },
          async (tx) => {
            await changeSite(tx, context.body, { ...changeBy(context.request), lookups })
            const { version, inForce } = await readSite(tx, services.config)
            return { version, ...inForce }
          },
        ),
      { body: siteInput, response: { 200: siteAnswer }, detail: operations.changeSite },
    )
    .get('/revisions', ({ query }) => listRevisions(services.db, siteKey, query), {
      query: revisionsPage,
      response: { 200: z.array(revisionSummary) },
      detail: operations.listSiteRevisions,
    })
    .get(
      '/revisions/:version',
      async ({ params }) => {
        const found = await findRevision(services.db, siteKey, versionIn(params))
        return { ...found, values: withBuiltIn(services.config, found.values as StoredSite) }
      },
      { response: { 200: revision }, detail: operations.findSiteRevision },
    )
    .post(
      '/revisions/:version/restore',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'site-settings', action: 'updated', id: 'site' }) },
          async (tx) => {
            await restoreSite(tx, versionIn(context.params), { ...changeBy(context.request), lookups })
            const { version, inForce } = await readSite(tx, services.config)
            return { version, ...inForce }
          },
        ),
      { response: { 200: siteAnswer }, detail: operations.restoreSiteRevision },
    )

const changeBy = (request: Request) => ({ expected: expectedVersions(request), actor: requestActor(request) })
const versionIn = ({ version = '' }: { version?: string }) => parseId(version, notFound('revision'))
