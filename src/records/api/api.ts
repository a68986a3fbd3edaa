import { tagOf } from '#records/kind/record'
import { type AnyElysia, Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import { parseId } from '#platform/http/parameters'
import { sendLongList } from '#platform/long-list'
import { giveExample, operation } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import { isCounted, revalidated, totalHeader } from '#platform/http/revalidated'
import type { Services } from '#platform/services'
import { commit, type WriteContext } from '#platform/writes/commit'
import type { Transaction } from '#platform/events/events'
import type { Target } from '#records/history/drafts'
import { draftBody, recordBody } from '#records/kind/body'
import { statusQuery, editorsOnly, listQuery } from './queries'
import { lifeApi, targetOf } from './life-api'
import { type KindDocument, recordOperations } from './operations'
import type { RecordKind, RecordSummary } from '#records/kind/record'
import type { RecordStore } from '#records/store'

type RecordApi<K extends RecordKind> = {
  kind: K
  store: RecordStore<K>
  document: KindDocument
  /** Further lists, by the end of their path. */
  lists?: Record<string, { id: string; text: string; read: (db: Database) => Promise<RecordSummary[]> }>
}

const untrashed = z
  .object({ status: z.enum(['draft', 'scheduled', 'published'], { error: 'validation.status' }).optional() })
  .nullable()
giveExample(untrashed, { status: 'published' })

/** `slugs`: which slugs find a record: those of all languages, or only the English one. */
const askedRecord = statusQuery.extend({
  slugs: z
    .enum(['all'], { error: 'validation.value' })
    .optional()
    .meta({ description: '`all`: the slug may be in any language; otherwise it is the English one.', example: 'all' }),
})

/** Lists, reads and writes of one kind of record, its drafts, its history and its trash. */
export function recordApi<K extends RecordKind>(services: Services, records: RecordApi<K>): AnyElysia {
  const { kind, store } = records
  const operations = recordOperations(kind, records.document)
  const idOf = (text: string) => parseId(text, notFound(kind.name))
  return new Elysia()
    .use(recordReads(services, records, operations))
    .use(recordWrites(services, records, operations, idOf))
    .use(
      lifeApi(services, {
        kind: kind.name,
        tag: tagOf(kind),
        path: `${kind.api}/:key`,
        idOf,
        store,
        draftBody: draftBody(kind),
        edited: kind.edited,
        nameOf: ({ id, title }) => ({ id, title }),
        confirmed: 'updated',
        operations,
      }),
    )
}

type Operations = ReturnType<typeof recordOperations>

/** Lists, and one record by its slug. */
function recordReads<K extends RecordKind>(
  services: Services,
  { kind, store, lists = {} }: RecordApi<K>,
  operations: Operations,
): AnyElysia {
  const { db } = services
  const rowsListed = z.array(z.union([kind.editedSummary, kind.summary]))
  const reads = new Elysia({ prefix: kind.api, tags: [tagOf(kind)] }).get(
    '',
    async (context) => {
      const { status, ...part } = context.query
      const { rows, total } = (await editorsOnly(services, context, status))
        ? await store.listEditedPart(db, services.cacheTags, status!, part)
        : await store.listPart(db, services.cacheTags, part, { isCounted: isCounted(context.request) })
      if (total !== undefined) context.set.headers[totalHeader] = String(total)
      // Elysia accepts a `Response` instead of the declared type.
      return Array.isArray(rows) ? rows : (sendLongList(services.log, context, checked(rows)) as unknown as never[])
    },
    { query: listQuery(kind), response: { 200: rowsListed }, mapResponse: revalidated, detail: operations.list },
  )
  for (const [path, { id, text, read }] of Object.entries(lists)) {
    reads.get(`/${path}`, () => read(db), {
      response: { 200: z.array(kind.summary) },
      mapResponse: revalidated,
      detail: operation(id, text),
    })
  }
  async function* checked(batches: AsyncGenerator<unknown[]>) {
    for await (const rows of batches) yield rowsListed.parse(rows)
  }

  return reads.get(
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
}

function recordWrites<K extends RecordKind>(
  services: Services,
  { kind, store }: RecordApi<K>,
  operations: Operations,
  idOf: (text: string) => number,
): AnyElysia {
  const body = recordBody(kind)
  /** A write of the record in the path. */
  const write = <Status extends number, Answer>(
    context: WriteContext & { params: Record<'key', string> },
    status: Status,
    work: (tx: Transaction, target: Target<number>) => Promise<Answer>,
  ) => commit(services, context, { status }, (tx) => work(tx, targetOf(idOf, context)))
  return new Elysia({ prefix: kind.api, tags: [tagOf(kind)] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .post(
      '',
      (context) =>
        commit(services, context, { status: 201 }, (tx) =>
          store.create(tx, context.body, requestActor(context.request)),
        ),
      { body, response: { 201: kind.written }, detail: operations.create },
    )
    .put('/:key', (context) => write(context, 200, (tx, target) => store.update(tx, target, context.body)), {
      body,
      response: { 200: kind.written },
      detail: operations.update,
    })
    .post('/:key/trash', (context) => write(context, 200, store.trash), {
      response: { 200: kind.edited },
      detail: operations.trash,
    })
    .post(
      '/:key/restore',
      (context) => write(context, 200, (tx, target) => store.untrash(tx, target, wantedOf(context.body))),
      { body: untrashed, response: { 200: kind.edited }, detail: operations.untrash },
    )
    .delete('/:key', (context) => write(context, 204, store.remove), { detail: operations.remove })
}

/** A scheduled record is restored as published, with its date. */
const wantedOf = (body: z.infer<typeof untrashed>) =>
  body?.status === undefined || body.status === 'draft' ? 'draft' : 'published'
