import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about } from '#base/events'
import { commit } from '#base/writes/commit'
import { jsonBodies } from '#base/http/json-body'
import { revalidated } from '#base/http/revalidated'
import { expectedVersions } from '#base/writes/versions'
import type { Services } from '#base/services'
import { type PageContent, pageContent, pageContentInput } from './contract'
import { operations } from './operations'
import { findPage, listPages, savePage } from './store'

const saved = ({ id, version }: PageContent) => about('page', version === 1 ? 'created' : 'updated')({ id })

export const pagesApi = (services: Services) =>
  new Elysia({ prefix: '/page-contents' })
    .get('/:page', ({ params }) => findPage(services.db, params.page), {
      response: { 200: pageContent }, mapResponse: revalidated, detail: operations.find,
    })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .get('', () => listPages(services.db), { response: { 200: z.array(pageContent) }, detail: operations.list })
    .post('', (context) => commit(services, context, { status: ({ version }) => (version === 1 ? 201 : 200), event: saved }, (tx) =>
      savePage(tx, context.body, expectedVersions(context.request))), {
      body: pageContentInput, response: { 200: pageContent, 201: pageContent }, detail: operations.save,
    })
