import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about, type NewEvent } from '#platform/events/events'
import { requestActor } from '#platform/http/request-facts'
import { revalidated } from '#platform/http/revalidated'
import type { Services } from '#platform/services'
import { commit, expectedVersions } from '#platform/writes/commit'
import { statusQuery, editorsOnly } from '#records/api/queries'
import { lifeApi } from '#records/api/life-api'
import {
  editedPageContent,
  editedPageContentSummary,
  type PageContent,
  pageContent,
  pageContentInput,
  pageDraftInput,
  pagePeople,
} from './contract'
import { operations } from './operations'
import {
  findEditedPageContent,
  findPageContent,
  findPeople,
  knownPage,
  listEditedPageContents,
  listPageContents,
  named,
  pageContentStore,
  savePageContent,
  findPageContentTranslation,
} from './store'

const saved = ({ page, version }: PageContent): NewEvent => ({
  ...about('page', version === 1 ? 'created' : 'updated')(named(page)),
  verb: version === 1 ? 'published' : 'updated',
})

export const pageContentsApi = (services: Services) =>
  new Elysia().use(contents(services)).use(
    lifeApi(services, {
      kind: 'page',
      tag: 'Built-in pages',
      path: '/page-contents/:page',
      idOf: knownPage,
      store: { ...pageContentStore, findTranslation: findPageContentTranslation },
      draftBody: pageDraftInput,
      edited: editedPageContent,
      nameOf: ({ page }) => named(page),
      confirmed: 'drafted',
      operations,
    }),
  )

const contents = (services: Services) =>
  new Elysia({ prefix: '/page-contents', tags: ['Built-in pages'] })
    .get(
      '/:page',
      async (context) => {
        const isEditor = await editorsOnly(services, context, context.query.status)
        const page = knownPage(context.params.page)
        return isEditor ? findEditedPageContent(services.db, page) : findPageContent(services.db, page)
      },
      {
        query: statusQuery,
        response: { 200: z.union([editedPageContent, pageContent]) },
        mapResponse: revalidated,
        detail: operations.find,
      },
    )
    .get('/people', () => findPeople(services.db), {
      response: { 200: pagePeople },
      mapResponse: revalidated,
      detail: operations.findPeople,
    })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '',
      async ({ query }) =>
        await (query.status === undefined ? listPageContents(services.db) : listEditedPageContents(services.db)),
      {
        query: statusQuery,
        response: { 200: z.array(z.union([editedPageContentSummary, pageContent])) },
        detail: operations.list,
      },
    )
    .post(
      '',
      (context) =>
        commit(services, context, { status: ({ version }) => (version === 1 ? 201 : 200), event: saved }, (tx) =>
          savePageContent(tx, context.body, expectedVersions(context.request), requestActor(context.request)),
        ),
      {
        body: pageContentInput,
        response: { 200: pageContent, 201: pageContent },
        detail: operations.save,
      },
    )
