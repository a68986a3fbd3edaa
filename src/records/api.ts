import { type AnyElysia, Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#base/db/database'
import { notFound } from '#base/http-error'
import { parseId } from '#base/http/ids'
import { jsonBodies } from '#base/http/json-body'
import { revalidated } from '#base/http/revalidated'
import { about } from '#base/events'
import type { Services } from '#base/services'
import { commit } from '#base/writes/commit'
import { expectedVersions } from '#base/writes/versions'
import { type KindDocument, listOperation, recordOperations } from './operations'
import type { RecordKind, RecordSummary } from './record'
import type { RecordStore } from './store'

type RecordApi<K extends RecordKind> = {
  kind: K
  store: RecordStore<K>
  document: KindDocument
  /** The query of the list, and what it asks of the store. */
  filter?: z.ZodType<{ limit?: number }>
  /** Further lists, by the end of their path. */
  lists?: Record<string, { id: string; summary: string; description: string; read: (db: Database) => Promise<RecordSummary[]> }>
}

/** Lists, reads and writes of one kind of record. */
export function recordApi<K extends RecordKind>(services: Services, { kind, store, document, filter, lists = {} }: RecordApi<K>): AnyElysia {
  const operations = recordOperations(kind, document)
  const idOf = (text: string) => parseId(text, notFound(kind.name))
  const listed = { response: { 200: z.array(kind.summary) }, mapResponse: revalidated }
  const reads = new Elysia({ prefix: kind.api })
    .get('', ({ query }) => store.list(services.db, filter && query as { limit?: number }), { ...listed, ...(filter ? { query: filter } : {}), detail: operations.list })
  for (const [path, { read, ...text }] of Object.entries(lists)) {
    reads.get(`/${path}`, () => read(services.db), { ...listed, detail: listOperation(kind, document, text) })
  }
  return reads
    .get('/:key', ({ params }) => store.find(services.db, params.key), {
      response: { 200: kind.record }, mapResponse: revalidated, detail: operations.find,
    })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .post('', (context) => commit(services, context, { status: 201, event: about(kind.name, 'created') }, (tx) => store.create(tx, context.body)), {
      body: kind.input, response: { 201: kind.record }, detail: operations.create,
    })
    .put('/:key', (context) => commit(services, context, { status: 200, event: about(kind.name, 'updated') }, (tx) =>
      store.update(tx, idOf(context.params.key), context.body, expectedVersions(context.request))), {
      body: kind.input, response: { 200: kind.record }, detail: operations.update,
    })
    .delete('/:key', (context) => commit(services, context, { status: 204, event: () => about(kind.name, 'deleted')({ id: idOf(context.params.key) }) }, (tx) =>
      store.remove(tx, idOf(context.params.key), expectedVersions(context.request))), {
      detail: operations.remove,
    })
}
