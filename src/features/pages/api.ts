import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { about } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/ids'
import { jsonBodies } from '#platform/http/json-body'
import { requestActor } from '#platform/http/request-facts'
import { revalidated } from '#platform/http/revalidated'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { expectedVersions } from '#platform/writes/versions'
import { revision, revisionSummary } from '#records/history/history-contract'
import { askedStatus, autosaveQuery, editorsOnly, revisionsPage } from '#records/api/history-api'
import { findRevision, listRevisions } from '#records/history/revisions'
import { confirmation, translationDetail } from '#records/translation/translation-contract'
import {
  editedPage,
  editedPageSummary,
  type PageContent,
  pageContent,
  pageContentInput,
  pageDraftInput,
} from './contract'
import { operations } from './operations'
import {
  discardPageDraft,
  findEditedPage,
  findPage,
  listEditedPages,
  listPages,
  pageKey,
  restorePage,
  savePage,
  savePageDraft,
} from './store'
import { confirmPageTranslation, findPageTranslation } from './translations'

const saved = ({ page, version }: PageContent) =>
  about('page', version === 1 ? 'created' : 'updated')({ id: page, title: page })
const drafted = ({ page }: { page: string }) => about('page', 'drafted')({ id: page, title: page })
const versionOf = (text: string) => parseId(text, notFound('revision'))

export const pagesApi = (services: Services) =>
  new Elysia({ prefix: '/page-contents', tags: ['Page contents'] })
    .get(
      '/:page',
      async (context) =>
        (await editorsOnly(services, context, context.query.status))
          ? findEditedPage(services.db, context.params.page)
          : findPage(services.db, context.params.page),
      {
        query: askedStatus,
        response: { 200: z.union([editedPage, pageContent]) },
        mapResponse: revalidated,
        detail: operations.find,
      },
    )
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '',
      async ({ query }) => await (query.status === undefined ? listPages(services.db) : listEditedPages(services.db)),
      {
        query: askedStatus,
        response: { 200: z.array(z.union([editedPageSummary, pageContent])) },
        detail: operations.list,
      },
    )
    .get('/:page/revisions', ({ params, query }) => listRevisions(services.db, pageKey(params.page), query), {
      query: revisionsPage,
      response: { 200: z.array(revisionSummary) },
      detail: operations.revisions,
    })
    .get(
      '/:page/revisions/:version',
      ({ params }) => findRevision(services.db, pageKey(params.page), versionOf(params.version)),
      {
        response: { 200: revision },
        detail: operations.revision,
      },
    )
    .get('/:page/translations/es', ({ params }) => findPageTranslation(services.db, params.page), {
      response: { 200: translationDetail },
      detail: operations.translation,
    })
    .use(jsonBodies())
    .post(
      '',
      (context) =>
        commit(services, context, { status: ({ version }) => (version === 1 ? 201 : 200), event: saved }, (tx) =>
          savePage(tx, context.body, expectedVersions(context.request), requestActor(context.request)),
        ),
      {
        body: pageContentInput,
        response: { 200: pageContent, 201: pageContent },
        detail: operations.save,
      },
    )
    .put(
      '/:page/draft',
      (context) =>
        commit(services, context, { status: 200, event: drafted }, (tx) =>
          savePageDraft(
            tx,
            context.params.page,
            context.body.content,
            expectedVersions(context.request),
            requestActor(context.request),
            context.query.autosave === 'true',
          ),
        ),
      {
        body: pageDraftInput,
        query: autosaveQuery,
        response: { 200: editedPage },
        detail: operations.saveDraft,
      },
    )
    .delete(
      '/:page/draft',
      (context) =>
        commit(services, context, { status: 204, event: () => drafted({ page: context.params.page }) }, (tx) =>
          discardPageDraft(tx, context.params.page, expectedVersions(context.request)),
        ),
      {
        detail: operations.discardDraft,
      },
    )
    .post(
      '/:page/revisions/:version/restore',
      (context) =>
        commit(services, context, { status: 200, event: drafted }, (tx) =>
          restorePage(
            tx,
            context.params.page,
            versionOf(context.params.version),
            expectedVersions(context.request),
            requestActor(context.request),
          ),
        ),
      {
        response: { 200: editedPage },
        detail: operations.restore,
      },
    )
    .post(
      '/:page/translations/es/confirm',
      (context) =>
        commit(services, context, { status: 200, event: drafted }, (tx) =>
          confirmPageTranslation(tx, context.params.page, context.body.fields, expectedVersions(context.request)),
        ),
      {
        body: confirmation,
        response: { 200: editedPage },
        detail: operations.confirmTranslation,
      },
    )
