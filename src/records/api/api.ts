import { type AnyElysia, Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import { about } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/ids'
import { sendLongList } from '#platform/long-list'
import { jsonBodies } from '#platform/http/json-body'
import { giveExample, operation } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import { isCounted, revalidated, totalHeader } from '#platform/http/revalidated'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { expectedVersions } from '#platform/writes/versions'
import { draftBody, recordBody } from '#records/kind/body'
import { askedStatus, autosaveQuery, editorsOnly, revisionsPage } from './history-api'
import { revision, revisionSummary } from '#records/history/history-contract'
import { type KindDocument, recordOperations } from './operations'
import { listQuery } from './list-query'
import type { RecordKind, RecordSummary } from '#records/kind/record'
import { confirmation, translationDetail } from '#records/translation/translation-contract'
import { findRevision } from '#records/history/revisions'
import type { RecordStore } from '#records/store'

type RecordApi<K extends RecordKind> = {
  kind: K
  store: RecordStore<K>
  document: KindDocument
  /** Further lists, by the end of their path. */
  lists?: Record<
    string,
    { id: string; summary: string; description: string; read: (db: Database) => Promise<RecordSummary[]> }
  >
}

const untrashed = z
  .object({ status: z.enum(['draft', 'scheduled', 'published'], { error: 'validation.status' }).optional() })
  .nullable()
giveExample(untrashed, { status: 'published' })

/** `slugs`: which a record may be asked for by; those of all languages, or the English one. */
const askedRecord = askedStatus.extend({
  slugs: z
    .enum(['all'], { error: 'validation.value' })
    .optional()
    .meta({ description: 'Found by its slug in any language.', example: 'all' }),
})

/** Lists, reads and writes of one kind of record, its drafts, its history and its trash. */
export function recordApi<K extends RecordKind>(
  services: Services,
  { kind, store, document, lists = {} }: RecordApi<K>,
): AnyElysia {
  const { db } = services
  const operations = recordOperations(kind, document)
  const idOf = (text: string) => parseId(text, notFound(kind.name))
  const versionOf = (text: string) => parseId(text, notFound('revision'))
  const rowsListed = z.array(z.union([kind.editedSummary, kind.summary]))
  const listed = { response: { 200: rowsListed }, mapResponse: revalidated }
  const body = recordBody(kind)
  const asDraft = draftBody(kind)
  const changed = about(kind.name, 'updated')
  const drafted = about(kind.name, 'drafted')

  const reads = new Elysia({ prefix: kind.api, tags: [kind.tag.name] }).get(
    '',
    async (context) => {
      const { status, ...part } = context.query
      const { rows, total } = (await editorsOnly(services, context, status))
        ? await store.listEditedPart(db, services.cacheTags, status!, part)
        : await store.listPart(db, services.cacheTags, part, { isCounted: isCounted(context.request) })
      if (total !== undefined) context.set.headers[totalHeader] = String(total)
      // Elysia takes a `Response` in the place of what it stands for.
      return Array.isArray(rows) ? rows : (sendLongList(services.log, context, checked(rows)) as unknown as never[])
    },
    { ...listed, query: listQuery(kind), detail: operations.list },
  )
  for (const [path, { id, summary, description, read }] of Object.entries(lists)) {
    reads.get(`/${path}`, () => read(db), {
      response: { 200: z.array(kind.summary) },
      mapResponse: revalidated,
      detail: operation(id, { summary, description }),
    })
  }
  async function* checked(batches: AsyncGenerator<unknown[]>) {
    for await (const rows of batches) yield rowsListed.parse(rows)
  }

  return reads
    .get(
      '/:key',
      async (context) => {
        const { status, slugs } = context.query as z.infer<typeof askedRecord>
        return (await editorsOnly(services, context, status))
          ? store.findEdited(db, context.params.key)
          : store.find(db, context.params.key, { inAnyLanguage: slugs === 'all' })
      },
      {
        response: { 200: z.union([kind.edited, kind.record]) },
        mapResponse: revalidated,
        query: askedRecord,
        detail: operations.find,
      },
    )
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/:key/revisions', ({ params, query }) => store.listHistory(db, idOf(params.key), query), {
      query: revisionsPage,
      response: { 200: z.array(revisionSummary) },
      detail: operations.revisions,
    })
    .get(
      '/:key/revisions/:version',
      ({ params }) => findRevision(db, store.keyOf(idOf(params.key)), versionOf(params.version)),
      {
        response: { 200: revision },
        detail: operations.revision,
      },
    )
    .get('/:key/translations/es', ({ params }) => store.findTranslation(db, idOf(params.key)), {
      response: { 200: translationDetail },
      detail: operations.translation,
    })
    .use(jsonBodies())
    .post(
      '',
      (context) =>
        commit(services, context, { status: 201, event: about(kind.name, 'created') }, (tx) =>
          store.create(tx, context.body, requestActor(context.request)),
        ),
      {
        body,
        response: { 201: kind.written },
        detail: operations.create,
      },
    )
    .put(
      '/:key',
      (context) =>
        commit(services, context, { status: 200, event: changed }, (tx) =>
          store.update(
            tx,
            idOf(context.params.key),
            context.body,
            expectedVersions(context.request),
            requestActor(context.request),
          ),
        ),
      {
        body,
        response: { 200: kind.written },
        detail: operations.update,
      },
    )
    .put(
      '/:key/draft',
      (context) =>
        commit(services, context, { status: 200, event: drafted }, (tx) =>
          store.saveDraft(
            tx,
            idOf(context.params.key),
            context.body,
            expectedVersions(context.request),
            requestActor(context.request),
            context.query.autosave === 'true',
          ),
        ),
      {
        body: asDraft,
        query: autosaveQuery,
        response: { 200: kind.edited },
        detail: operations.saveDraft,
      },
    )
    .delete(
      '/:key/draft',
      (context) =>
        commit(services, context, { status: 204, event: drafted, answer: () => undefined }, (tx) =>
          store.discardDraft(tx, idOf(context.params.key), expectedVersions(context.request)),
        ),
      {
        detail: operations.discardDraft,
      },
    )
    .post(
      '/:key/trash',
      (context) =>
        commit(services, context, { status: 200, event: changed }, (tx) =>
          store.trash(tx, idOf(context.params.key), expectedVersions(context.request), requestActor(context.request)),
        ),
      {
        response: { 200: kind.edited },
        detail: operations.trash,
      },
    )
    .post(
      '/:key/restore',
      (context) =>
        commit(services, context, { status: 200, event: changed }, (tx) =>
          store.untrash(
            tx,
            idOf(context.params.key),
            wantedOf(context.body),
            expectedVersions(context.request),
            requestActor(context.request),
          ),
        ),
      {
        body: untrashed,
        response: { 200: kind.edited },
        detail: operations.untrash,
      },
    )
    .post(
      '/:key/revisions/:version/restore',
      (context) =>
        commit(services, context, { status: 200, event: drafted }, (tx) =>
          store.restore(
            tx,
            idOf(context.params.key),
            versionOf(context.params.version),
            expectedVersions(context.request),
            requestActor(context.request),
          ),
        ),
      {
        response: { 200: kind.edited },
        detail: operations.restore,
      },
    )
    .post(
      '/:key/translations/es/confirm',
      (context) =>
        commit(services, context, { status: 200, event: changed }, (tx) =>
          store.confirmTranslation(
            tx,
            idOf(context.params.key),
            context.body.fields,
            expectedVersions(context.request),
          ),
        ),
      {
        body: confirmation,
        response: { 200: kind.edited },
        detail: operations.confirmTranslation,
      },
    )
    .delete(
      '/:key',
      (context) =>
        commit(services, context, { status: 204, event: about(kind.name, 'deleted'), answer: () => undefined }, (tx) =>
          store.remove(tx, idOf(context.params.key), expectedVersions(context.request)),
        ),
      {
        detail: operations.remove,
      },
    )
}

/** What was scheduled is published at its time again. */
const wantedOf = (body: z.infer<typeof untrashed>) =>
  body?.status === undefined || body.status === 'draft' ? 'draft' : 'published'
