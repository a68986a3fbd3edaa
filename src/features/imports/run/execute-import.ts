import { and, eq, inArray, type SQL, sql, desc } from 'drizzle-orm'
import { collectGarbage } from '#platform/garbage-collection'
import { type Actor, omitFromActivity, system, type Transaction } from '#platform/events/events'
import { defaultLanguage, otherLanguages } from '#i18n/language'
import type { Services } from '#platform/services'
import { HttpError, invalid } from '#contract/http-error'
import { inLanguage } from '#i18n/addresses/href'
import { commitWork } from '#platform/writes/commit'
import { findDraft } from '#records/history/drafts'
import { recordBody } from '#records/kind/body'
import { changeTexts } from '#text/parse-json'
import {
  type ImportItem,
  type ImportLease,
  type ImportRow,
  itemBatches,
  runningImports,
  wantedTypes,
  lockItem,
  markItem,
} from '../store'
import type { ImportPorts } from '../ports'
import { type ImportItemType, recordTypes, type RecordType } from '../format'
import type { ImportedRedirect, ImportedFile } from '../reading/reader'
import { importItems } from '../table'
import {
  isForAll,
  attempt,
  whyOf,
  loadImportTargets,
  targetKey,
  languageOf,
  type ImportContext,
  recordOf,
} from './import-targets'
import { makeRecord } from './make-record'
import { planImport } from './plan'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import pLimit from 'p-limit'
import { fetchPublic } from '#platform/http/public-network'
import type { Received } from '#platform/http/bodies'
import { builtInPicture, pictureAt, rewriteHtml } from './rewrite'
import { isOutside, isOwnHost, baseOf, oldKeys } from './old-addresses'

const mostTries = 3
/** Milliseconds before the second attempt; doubled before the third. */
const pause = 250
/** Leaves room for uploads by other people. */
const picturesAtOnce = pLimit(3)

type Taking = Pick<ImportContext, 'row' | 'actor' | 'ports'>

/**
 * Imports one picture into the library. An error of the picture is stored with the item; throws errors that affect all.
 */
async function takePicture(services: Services, item: ImportItem, taking: Taking): Promise<void> {
  const { ports, row } = taking
  const file = item.payload as ImportedFile
  await attempt(services, item, () =>
    file.file === undefined
      ? ports.library.withTemporaryPath(services.config, async (path) =>
          take(services, item, await fetchPicture(services, { row, file, path, ports }), taking),
        )
      : services.files.use(file.file, async (path) =>
          take(services, item, { path, name: file.name, ...(await measure(path)) }, taking),
        ),
  )
  // The library has its own copy; after an error the file is kept for a retry.
  if (file.file !== undefined && !(await isWaitedFor(services.db, item.id))) await services.files.remove(file.file)
}

/** Removes what a crash left between adding a picture to the library and removing its file: of the last `most` pictures. */
async function removeTakenFiles({ db, files }: Services, { id }: ImportRow, most: number): Promise<void> {
  const file = sql<string | null>`${importItems.payload}->>'file'`
  const taken = await db
    .select({ file })
    .from(importItems)
    .where(
      and(
        eq(importItems.importId, id),
        eq(importItems.type, 'media'),
        inArray(importItems.state, ['made', 'there']),
        sql`${file} is not null`,
      ),
    )
    .orderBy(desc(importItems.id))
    .limit(most)
  for (const one of taken) if (one.file !== null) await files.remove(one.file)
}

const isWaitedFor = async (db: Services['db'], id: number) =>
  (await db.$count(importItems, and(eq(importItems.id, id), inArray(importItems.state, ['waiting', 'failed'])))) > 0

type Fetching = Pick<ImportContext, 'row' | 'ports'> & { file: ImportedFile; path: string }

async function fetchPicture(services: Services, { row, file, path, ports }: Fetching): Promise<Received> {
  const { config, stopping } = services
  const { address, name } = file
  const isAllowed = (url: URL) => isOwnHost(url, row.host)
  if (!isOutside(address) || !isAllowed(new URL(address))) throw invalid([{ path: 'url', message: 'elsewhere' }])
  const { largestFile: largest, network } = ports.library
  for (let tries = 1; ; tries++) {
    try {
      return { ...(await fetchPublic(address, { path, largest, isAllowed, ...network(config) })), name }
    } catch (error) {
      if (whyOf(error) !== 'validation.notFetched' || tries === mostTries) throw error
      stopping.throwIfAborted()
      await Bun.sleep(pause * tries)
    }
  }
}

async function measure(path: string): Promise<Pick<Received, 'bytes' | 'hash'>> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(path)) hasher.update(piece as Uint8Array)
  return { bytes: (await stat(path)).size, hash: hasher.digest('hex') }
}

async function take(
  services: Services,
  item: ImportItem,
  received: Received,
  { row, actor, ports }: Taking,
): Promise<void> {
  const { alt, alts = { [languageOf(item, row)]: alt } } = item.payload as ImportedFile
  await ports.library.take(services, received, {
    actor,
    alt: Object.fromEntries(Object.entries(alts).map(([language, text]) => [language, text.slice(0, 1000)])),
    isWanted: async (tx) => (await lockItem(tx, item.id, 'waiting')) !== undefined,
    taken: (tx, { id, url, version, isNew }) =>
      markItem(tx, item.id, { state: isNew ? 'made' : 'there', slug: url, recordId: id, version, why: null }),
  })
}

/**
 * Redirects old paths to the created records. An error is stored with the item. In batches, because after each write
 * all redirects are read again by the next look-up.
 */
async function makeRedirects(
  services: Services,
  items: readonly ImportItem[],
  context: ImportContext,
  isRunning: () => boolean,
): Promise<void> {
  const wanted: Wanted[] = []
  for (const item of items) {
    const read = readItem(item, context)
    if (!isRunning()) return
    if ('fault' in read) await markItem(services.db, item.id, { state: 'failed', why: read.fault || 'other' })
    // Before the transaction, because it reads the site.
    else wanted.push({ item, ...read, isPage: await services.isPage(read.from, context.row.origin) })
  }
  try {
    await addAll(services, wanted, context)
  } catch {
    for (const one of wanted) await attempt(services, one.item, () => addAll(services, [one], context))
  }
}

type Wanted = { item: ImportItem; from: string; to: string; isPage: boolean }

function readItem(item: ImportItem, { row, targets, ports }: ImportContext) {
  const redirect = item.payload as ImportedRedirect
  const { from, to, key, language } = redirect
  // Those of the file itself have no language.
  const record = targets.byKey.get(targetKey(redirect)) ?? targets.byKey.get(key ?? '')
  const target = to ?? (record && inLanguage(record, language ?? row.run!.language))
  return target === undefined ? { fault: 'target' } : ports.redirects.read(from, target)
}

const addAll = (services: Services, wanted: readonly Wanted[], context: ImportContext): Promise<void> =>
  commitWork(services, context.actor, async (tx) => {
    for (const one of wanted) if (await lockItem(tx, one.item.id, 'waiting')) await add(tx, one, context)
  })

async function add(tx: Transaction, { item, from, to, isPage }: Wanted, { row, ports }: ImportContext): Promise<void> {
  try {
    const id = await ports.redirects.add(tx, { from, to }, { origin: row.origin, isPage })
    await markItem(tx, item.id, { state: id === undefined ? 'there' : 'made', recordId: id ?? null, why: null })
  } catch (error) {
    // It was refused before anything was written.
    if (!(error instanceof HttpError) || ![409, 422].includes(error.status)) throw error
    await markItem(tx, item.id, { state: 'failed', why: whyOf(error) })
  }
}

/** Heartbeat interval in milliseconds. */
const heartbeatInterval = 2000
const batch = 25
/** Pause after each record, as a share of its duration, for requests. */
const share = 0.5
/** The same for redirects, which are more expensive: each write causes all of them to be read again. */
const longShare = 2

/** The processes that are carrying out an import. */
export const importing = new Set<AbortSignal>()

/**
 * Runs the imports that were started, or whose process is gone, one at a time over all processes. Each item is created
 * and marked in one transaction, so that nothing is created twice after a crash.
 */
export async function runImports(services: Services, ports: ImportPorts): Promise<void> {
  if (importing.has(services.stopping)) return
  importing.add(services.stopping)
  let isInterrupted = false
  try {
    await runningImports.runDue(services, {
      every: heartbeatInterval,
      next: () => (isInterrupted ? undefined : { isAlone: true }),
      work: (lease) =>
        makeAll(services, ports, lease).catch(async (error: unknown) => {
          isInterrupted = true
          services.log.error('An import was interrupted', { import: lease.row.id, error })
          await afterInterruption(services, lease.row, error)
        }),
    })
  } finally {
    importing.delete(services.stopping)
  }
}

/** The number of consecutive interruptions by its own errors. */
const interruptions = new Map<number, number>()
const mostInterruptions = 5

/** A later run resumes it, until it was interrupted too often; errors of the whole site do not count. */
async function afterInterruption(services: Services, row: ImportRow, error: unknown): Promise<void> {
  const isItsOwn = !services.stopping.aborted && !isForAll(error)
  const times = (interruptions.get(row.id) ?? 0) + (isItsOwn ? 1 : 0)
  interruptions.set(row.id, times)
  if (times < mostInterruptions) return runningImports.release(services, row)
  interruptions.delete(row.id)
  await runningImports.finish(services, row, { state: 'failed' })
}

async function makeAll(services: Services, ports: ImportPorts, { row, isHeld: isRunning }: ImportLease): Promise<void> {
  const { db } = services
  const actor = actorOf(row)
  await removeTakenFiles(services, row, batch)
  await planImport(db, row, ports)
  const wanted = wantedTypes(row.run)
  const some = { services, row, isRunning }
  if (wanted.includes('media'))
    await forEachItem(some, ['media'], (items) =>
      picturesAtOnce.map(items, (item) =>
        isRunning() ? takePicture(services, item, { row, actor, ports }) : undefined,
      ),
    )
  const context = { row, actor, ports, targets: await loadImportTargets(db, row, ports) }
  // Records in several languages are created in English first, and the translations are added.
  const isFirst = inArray(importItems.language, ['', defaultLanguage])
  for (const where of [isFirst, ...otherLanguages.map((language) => eq(importItems.language, language))])
    await forEachItem({ ...some, where }, [...recordTypes], (items) =>
      oneByOne(items, isRunning, (item) => makeRecord(services, item, context)),
    )
  if (wanted.includes('redirect'))
    await forEachItem(some, ['redirect'], (items) =>
      oneByOne([items], isRunning, (all) => makeRedirects(services, all, context, isRunning), longShare),
    )
  await fillLacks(services, context, isRunning)
  interruptions.delete(row.id)
  if (isRunning()) await runningImports.finish(services, row, { state: 'done' })
  else await runningImports.release(services, row)
}

/** The person who started the import. */
const actorOf = ({ userId, username }: ImportRow): Actor =>
  userId === null || username === null ? system : { is: 'administrator', user: { id: userId, username }, session: '' }

type Some = { services: Services; row: ImportRow; isRunning: () => boolean; where?: SQL }

async function forEachItem(
  { services, row, isRunning, where }: Some,
  types: ImportItemType[],
  make: (items: ImportItem[]) => Promise<unknown>,
): Promise<void> {
  const sought = { types, state: 'waiting', limit: batch, where } as const
  for await (const items of itemBatches(services.db, row.id, sought, isRunning)) {
    await make(items)
    // Frees the garbage of all items.
    collectGarbage()
  }
}

/** In series, with pauses for requests. */
async function oneByOne<Item>(
  items: readonly Item[],
  isRunning: () => boolean,
  make: (item: Item) => Promise<void>,
  paused = share,
): Promise<void> {
  for (const item of items) {
    if (!isRunning()) return
    const begun = performance.now()
    await make(item)
    await Bun.sleep((performance.now() - begun) * paused)
  }
}

/** Replaces the old URLs of pictures in records, once the pictures were imported. */
async function fillLacks(services: Services, context: ImportContext, isRunning: () => boolean): Promise<void> {
  const lacking = sql`${importItems.lacks} <> '[]'::jsonb`
  const { db } = services
  for (const state of ['made', 'there'] as const) {
    const sought = { types: [...recordTypes], state, limit: 100, where: lacking }
    for await (const items of itemBatches(db, context.row.id, sought, isRunning))
      for (const item of items.filter(({ lacks }) => lacks.some((key) => pictureAt(context.targets.pictures, key))))
        await commitWork(services, context.actor, async (tx) => {
          const locked = await lockItem(tx, item.id, item.state)
          if (locked) await fill(tx, locked, context)
          omitFromActivity(tx)
        })
  }
}

async function fill(tx: Transaction, item: ImportItem, { row, actor, targets, ports }: ImportContext): Promise<void> {
  const { kind, update, keyOf, naming } = ports.records[item.type as RecordType]
  const there = await naming.read(tx, String(item.recordId))
  // Records with a draft, and those in the trash, are left alone.
  if (!there || there.visibility === 'out' || (await findDraft(tx, keyOf(item.recordId!)))) return
  const record = recordOf(item)
  const base = baseOf(row, record)
  const featured = pictureAt(targets.pictures, ...oldKeys(row, record.image, base))
  const shown: Record<string, unknown> = { ...there.values }
  const isShown = [record.image, builtInPicture].includes(String(shown.imageUrl))
  const values = {
    ...changeTexts(shown, (text) => (text.includes('<img') ? rewriteHtml(text, { row, base, targets }).html : text)),
    ...(record.image !== '' && featured !== undefined && isShown ? { imageUrl: featured } : {}),
  }
  const body = recordBody(kind).parse({ ...values, status: there.visibility === 'draft' ? 'draft' : 'published' })
  const { version } = await update(tx, item.recordId!, body, actor)
  await markItem(tx, item.id, {
    lacks: item.lacks.filter((key) => pictureAt(targets.pictures, key) === undefined),
    ...(item.version === there.version ? { version } : {}),
  })
}
