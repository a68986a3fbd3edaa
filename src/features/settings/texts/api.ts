import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { siteText, siteTextsInput, textsQuery } from './contract'
import { operations } from './operations'
import { changeTexts, listTexts } from './store'

export const siteTextsApi = (services: Services) =>
  new Elysia({ prefix: '/site/texts', tags: ['Site'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', ({ query }) => listTexts(services.db, query.q), {
      query: textsQuery,
      response: { 200: z.array(siteText) },
      detail: operations.listSiteTexts,
    })
    .put(
      '',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'site-text', action: 'updated', id: null }) },
          async (tx) => {
            await changeTexts(tx, context.body)
            const sent = new Set(Object.keys(context.body))
            return (await listTexts(tx)).filter(({ key }) => sent.has(key))
          },
        ),
      { body: siteTextsInput, response: { 200: z.array(siteText) }, detail: operations.updateSiteTexts },
    )
