import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { giveExample, operation } from '#platform/http/operation'
import type { Services } from '#platform/services'
import type { SiteStatus } from '#contract/site-status'

const siteStatus = z
  .object({ deafness: z.string().nullable() })
  .meta({ id: 'SiteStatus' }) satisfies z.ZodType<SiteStatus>

giveExample(siteStatus, { deafness: null })

const readStatus = operation('readStatus', {
  summary: 'Read what the site itself has to say of how it runs',
  description:
    '`deafness` says why what other processes write is not heard at once (a pooler in between, say); then visitors see it up to a second later. `null` where all is well.',
})

/** What the dashboard warns of. */
export const statusApi = (services: Services) =>
  new Elysia({ tags: ['Settings'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/status', (): SiteStatus => ({ deafness: services.cacheTags.deafness() ?? null }), {
      response: { 200: siteStatus },
      detail: readStatus,
    })
