import { Elysia } from 'elysia'
import { z } from 'zod'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { adminOnly } from '#auth/admin-only'
import { notFound, HttpError, conflict } from '#contract/http-error'
import { visitorLanguage } from '#i18n/visitor-language'
import {
  type ActivityAction,
  type NewEvent,
  type Transaction,
  type Actor,
  omitFromActivity,
} from '#platform/events/events'
import { collectGarbage } from '#platform/garbage-collection'
import { parseId } from '#platform/http/parameters'
import { keepOpen, requestActor, requestOrigin } from '#platform/http/request-facts'
import { outsideRequest } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { commit, type WriteContext, commitWork } from '#platform/writes/commit'
import { receiveFile, type Received } from '#platform/http/bodies'
import type { RecordKind } from '#records/kind/record'
import { defaultLanguage } from '#i18n/language'
import type { Database } from '#platform/db/database'
import {
  type Import,
  importEntry,
  importRead,
  importRun,
  importState,
  importUndone,
  type ImportUndone,
} from './contract'
import {
  toImport,
  beginImport,
  findImport,
  type ImportLease,
  type ImportRow,
  listImports,
  runningImports,
  retryPictures,
  type ImportItem,
  itemBatches,
  lockItem,
} from './store'
import { runImports } from './run/execute-import'
import type { ImportPorts } from './ports'
import { operations } from './operations'
import { nameAllPictures } from './run/plan'
import { withItems, beginReading, dropImport, endReading, storeItems } from './reading/receive-import'
import { createRemarks } from './reading/import-tasks'
import { importItems, imports } from './table'
import { folderOf, recordTypes, type ImportItemType, type RecordType } from './format'
import type { ImportContext } from './run/import-targets'

const batch = 25

/**
 * Moves the records of an import to the trash, except for those edited since, deletes its redirects, and its unused
 * pictures. Throws 404, and 409 unless it is done.
 */
async function undoImport(services: Services, ports: ImportPorts, id: number, actor: Actor): Promise<ImportUndone> {
  await findImport(services.db, id)
  const row = await runningImports.claim(services, {
    isOpen: and(eq(imports.id, id), inArray(imports.state, ['done', 'failed']))!,
  })
  if (!row)
    throw conflict((await findImport(services.db, id)).holder === null ? 'errors.importNotDone' : 'errors.importBusy')
  return runningImports.keep(services, row, async (lease) => {
    let isOver = false
    try {
      const records = { trashed: 0, kept: 0 }
      await undoEach(services, lease, actor, [...recordTypes], async (tx, item) => {
        const wasTrashed = await trashRecord(tx, item, { actor, ports })
        if (wasTrashed !== undefined) records[wasTrashed ? 'trashed' : 'kept']++
      })
      await undoEach(services, lease, actor, ['redirect'], (tx, item) => ports.redirects.remove(tx, item.recordId!))
      await undoEach(services, lease, actor, ['media'], (tx, item) =>
        ports.library.trash(tx, item.recordId!, item.version!),
      )
      isOver = lease.isHeld()
      return records
    } finally {
      await runningImports.finish(services, row, isOver ? { state: 'undone' } : {})
    }
  })
}

/** Whether it was moved; undefined if it was trashed or deleted before. */
async function trashRecord(
  tx: Transaction,
  item: ImportItem,
  { actor, ports }: Pick<ImportContext, 'actor' | 'ports'>,
): Promise<boolean | undefined> {
  const { trash, naming } = ports.records[item.type as RecordType]
  const there = await naming.read(tx, String(item.recordId))
  if (!there || there.visibility === 'out') return undefined
  try {
    await trash(tx, item.recordId!, [{ version: item.version!, draft: 0 }], actor)
    return true
  } catch (error) {
    // It has another version, or a draft.
    if (error instanceof HttpError && error.status === 412) return false
    throw error
  }
}

async function undoEach(
  services: Services,
  { row, isHeld }: ImportLease,
  actor: Actor,
  types: ImportItemType[],
  undo: (tx: Transaction, item: ImportItem) => Promise<void>,
): Promise<void> {
  for await (const items of itemBatches(services.db, row.id, { types, state: 'made', limit: batch }, isHeld)) {
    await commitWork(services, actor, async (tx) => {
      for (const { id } of items) {
        const item = await lockItem(tx, id, 'made')
        if (item) await undo(tx, item).catch(unlessRefused)
      }
      omitFromActivity(tx)
    })
    // Frees the garbage of all items.
    collectGarbage()
    await Bun.sleep(2)
  }
}

/** Used, changed, or deleted: it is left alone. The check runs before anything is written. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof HttpError) || ![404, 409, 412].includes(error.status)) throw error
}

const largest = 200 * 1024 * 1024
const longestName = 200

/** Receives a file of another system, and stores its contents until the import is run. */
const receiveImport = (services: Services, ports: ImportPorts, context: WriteContext) =>
  ports.library.withTemporaryPath(services.config, async (path) => {
    const received = await receiveFile(context.request, { field: 'file', largest, path }).catch(refuse)
    keepOpen(context.request)
    const stored = await outsideRequest(() => storeImport(services, ports, received, requestOrigin(context.request)))
    let isNew = false
    try {
      return await commit(services, { ...context, body: { file: received.hash } }, { status: 201 }, async (tx) => {
        const read = await endReading(tx, stored, visitorLanguage(context.request))
        isNew = true
        return read
      })
    } finally {
      // An earlier request with the same key has been answered already.
      if (!isNew) await dropImport(services.db, stored.id)
    }
  })

function refuse(error: unknown): never {
  throw error instanceof HttpError && error.status === 413 ? new HttpError(413, 'errors.importTooLarge') : error
}

const longestContent = ({ fields: { content } }: RecordKind): number => (content?.type === 'html' ? content.max : 0)

const storeImport = (services: Services, ports: ImportPorts, received: Received, origin: string) =>
  withItems(
    services,
    { ...ports.library, longestText: longestContent(ports.records.post.kind) },
    received,
    async ({ kind, host, site, skipped, items, folder }) => {
      const { db } = services
      const row = await beginReading(db, { kind, title: received.name.slice(0, longestName), host })
      try {
        const redirects = await storeItems(services, row, items, { ports, folder })
        const { skip, remarks } = createRemarks(row.title)
        await nameAllPictures(db, row, skip)
        const count = site === origin ? await findOwnRecords(db, row, ports) : 0
        const here = count > 0 ? [{ title: row.title, why: 'here', values: { count } }] : []
        return { id: row.id, redirects, skipped: [...here, ...skipped, ...remarks()] }
      } catch (error) {
        await dropImport(db, row.id)
        throw error
      }
    },
  )

export const importsApi = (services: Services, ports: ImportPorts) =>
  new Elysia({ prefix: '/imports', tags: ['Import'] }).use(files(services, ports)).use(runs(services, ports))

/** A plugin of its own, because the file is streamed. */
const files = (services: Services, ports: ImportPorts) =>
  new Elysia()
    .use(adminOnly(services, { streamsBodies: true })) // every route below this line needs a signed-in administrator
    .post('', (context) => receiveImport(services, ports, context), {
      response: { 201: importRead },
      detail: operations.uploadImport,
    })

const runs = (services: Services, ports: ImportPorts) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => listImports(services.db), {
      response: { 200: z.array(importEntry) },
      detail: operations.listImports,
    })
    .get(
      '/:id',
      async ({ params, request }) =>
        toImport(services.db, await findImport(services.db, idOf(params.id)), visitorLanguage(request)),
      { response: { 200: importState }, detail: operations.getImport },
    )
    .post(
      '/:id/run',
      (context) =>
        startWork({ services, ports }, context, 'imported', (tx) =>
          beginImport(tx, idOf(context.params.id), {
            run: context.body,
            origin: requestOrigin(context.request),
            user: userOf(context.request),
          }),
        ),
      { body: importRun, response: { 202: importState }, detail: operations.runImport },
    )
    .post(
      '/:id/media',
      (context) =>
        startWork({ services, ports }, context, 'retried', (tx) => retryPictures(tx, idOf(context.params.id))),
      { response: { 202: importState }, detail: operations.retryImportMedia },
    )
    .post(
      '/:id/undo',
      async (context) => {
        const id = idOf(context.params.id)
        const row = await findImport(services.db, id)
        const actor = requestActor(context.request)
        keepOpen(context.request)
        const undone = await outsideRequest(() => undoImport(services, ports, id, actor))
        return commit(services, context, { status: 200, event: () => eventOf(row, 'undone') }, () =>
          Promise.resolve(undone),
        )
      },
      { response: { 200: importUndone }, detail: operations.undoImport },
    )

/** Starts work that takes longer than a request. */
async function startWork(
  { services, ports }: { services: Services; ports: ImportPorts },
  context: WriteContext & { params: { id: string } },
  action: ActivityAction,
  begin: (tx: Transaction) => Promise<ImportRow>,
) {
  const answer = await commit(
    services,
    context,
    { status: 202, event: ({ row }: Begun) => eventOf(row, action), answer: ({ state }: Begun) => state },
    async (tx) => {
      const row = await begin(tx)
      return { row, state: await toImport(tx, row, visitorLanguage(context.request)) }
    },
  )
  void outsideRequest(() => runImports(services, ports)).catch((error: unknown) =>
    services.log.warn('An import begins later', { error }),
  )
  return answer
}

type Begun = { row: ImportRow; state: Import }

const eventOf = ({ id, title }: ImportRow, action: ActivityAction): NewEvent => ({
  kind: 'import',
  action: 'updated',
  id,
  title,
  activityActions: [action],
})

const idOf = (text: string): number => parseId(text, notFound('import'))

function userOf(request: Request) {
  const actor = requestActor(request)
  return actor.is === 'administrator' ? actor.user : undefined
}

/**
 * Finds the records of this site in an export of its own, by their folders: the import leaves them as they are. Returns
 * how many there are, without those in the trash, which it takes out of it.
 */
async function findOwnRecords(
  db: Database,
  row: ImportRow,
  { records }: Pick<ImportPorts, 'records'>,
): Promise<number> {
  let count = 0
  for (const type of recordTypes) {
    const { table } = records[type]
    const found = await db
      .update(importItems)
      .set({ recordId: sql`${table.id}`, slug: sql`${table.slug}` })
      .from(table)
      .where(
        and(
          eq(importItems.importId, row.id),
          eq(importItems.type, type),
          eq(importItems.language, defaultLanguage),
          sql`${importItems.key} = ${`${folderOf(type)}/`} || ${table.slug} || '/index'`,
        ),
      )
      .returning({ status: table.status })
    count += found.filter(({ status }) => status !== 'trashed').length
  }
  return count
}
