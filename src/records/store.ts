import { and, asc, desc, eq, getTableColumns, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Database } from '#base/db/database'
import { type Actor, tellMoves } from '#base/events'
import type { PublicAddress } from '#base/feature'
import { href } from '#base/href'
import { conflict, invalid, notFound } from '#base/http-error'
import { schemaIssues } from '#base/http/issues'
import { languages } from '#base/i18n/language'
import { checkVersion, type Expected } from '#base/writes/versions'
import type { StoredStatus } from './columns'
import { unpackContent } from './content'
import { draftsOf, dropDraft, findDraft, keepDraft } from './drafts'
import type { RevisionKind } from './history-contract'
import type { RecordBody, RecordInput, RecordKind, Status } from './record'
import { addRevision, dropRevisions, findRevision, newestVersion, type RecordKey, type Values } from './revisions'
import { freeSlug, slugPattern, withSlug } from './slugs'
import { cleanContent, cleanTranslations, contentToStore, storedMetadata, translationsToStore } from './stored-content'

/** The columns that the table of every kind has; those of its fields bear the fields' names. */
export type RecordTable = PgTable &
  Record<
    | 'id'
    | 'slug'
    | 'title'
    | 'content'
    | 'translations'
    | 'status'
    | 'publishedAt'
    | 'trashedFrom'
    | 'trashedAt'
    | 'updatedAt'
    | 'version',
    PgColumn
  >

type Row = {
  id: number
  slug: string
  content: string
  translations: { es?: { content?: string } }
  status: StoredStatus
  publishedAt: string | null
  trashedFrom: StoredStatus | null
  updatedAt: string
  version: number
  /** Whether visitors saw it, in a row that was locked to be written. */
  isLive?: boolean
} & Record<string, unknown>

/** What editors ask for: one status, or all that does not lie in the trash. */
export type StatusFilter = 'all' | Status
type Listing = { where?: SQL; limit?: number }
type Options = {
  /** Of lists; the highest id first unless it says otherwise. */
  order?: SQL[]
}

/** Stored moments have milliseconds: a finer now would lie before the moment that it is stored as. */
const now = sql`date_trunc('milliseconds', now())`
const batch = 1000

/** What is done with the records of one kind. Writes take a transaction, and who does it. */
export function recordStore<K extends RecordKind>(
  kind: K,
  table: RecordTable,
  { order = [desc(table.id)] }: Options = {},
) {
  type Stored = z.infer<K['record']>
  type Summary = z.infer<K['summary']>
  type Written = z.infer<K['written']>
  type Edited = z.infer<K['edited']>
  type EditedSummary = z.infer<K['editedSummary']>
  const { content: _, trashedFrom: __, trashedAt: ___, ...listed } = getTableColumns(table)
  const texts = sql`${table.translations} #- '{es,content}' #- '{es,metadata}'`.mapWith(table.translations)
  const status = sql<Status>`case when ${table.status} = 'published' and ${table.publishedAt} > now() then 'scheduled' else ${table.status} end`
  const columns = { ...getTableColumns(table), status }
  const summary = { ...listed, status, translations: texts }

  /** What visitors see: the one scope of all their reads. */
  const visible = sql`(${table.status} = 'published' and (${table.publishedAt} is null or ${table.publishedAt} <= now()))`

  async function list(db: Database, { where, limit }: Listing = {}): Promise<Summary[]> {
    const query = db
      .select(summary)
      .from(table)
      .where(and(visible, where))
      .orderBy(...order)
    const rows = limit === undefined ? await query : await query.limit(limit)
    return rows.map(withMoment) as Summary[]
  }

  /** Throws 404. */
  async function find(db: Database, slug: string): Promise<Stored> {
    const [row] = slugPattern.test(slug)
      ? await db
          .select(columns)
          .from(table)
          .where(and(eq(table.slug, slug), visible))
      : []
    if (!row) throw notFound(kind.name)
    return withMoment(toRecord(row) as object) as Stored
  }

  /** Where visitors find the records, by id. Content is read only where it may name a canonical address. */
  async function* addresses(db: Database): AsyncGenerator<PublicAddress[]> {
    const content = sql<string | null>`case when ${table.content} like '%"canonical"%' then ${table.content} end`
    const changedAt = sql`${table.updatedAt}`.mapWith(table.updatedAt)
    const told = { id: sql<number>`${table.id}`, slug: sql<string>`${table.slug}`, changedAt, content }
    for (let last = 0, full = true; full;) {
      const rows = await db
        .select(told)
        .from(table)
        .where(and(gt(table.id, last), visible))
        .orderBy(asc(table.id))
        .limit(batch)
      last = rows.at(-1)?.id ?? last
      full = rows.length === batch
      yield rows
        .filter(({ slug }) => !kind.reservedSlugs.includes(slug))
        .map((row) => ({
          page: kind.page,
          params: { slug: row.slug },
          changedAt: String(row.changedAt),
          canonical: row.content === null ? undefined : storedMetadata(row.content).canonical,
        }))
    }
  }

  /** For editors, by how records stand. */
  async function listEdited(db: Database, filter: StatusFilter, { where }: Listing = {}): Promise<EditedSummary[]> {
    const rows = await db
      .select({ ...summary, trashedFrom: table.trashedFrom })
      .from(table)
      .where(and(scopeOf(filter), where))
      .orderBy(...order)
    const drafts = await draftsOf(db, kind.name)
    return rows.map(({ trashedFrom, ...row }) => ({
      ...row,
      draft: drafts.get(String(asRow(row).id)) ?? null,
      ...(row.status === 'trashed' ? { trashedFrom } : {}),
    })) as unknown as EditedSummary[]
  }

  /** Throws 404. */
  async function findEdited(db: Database, slug: string): Promise<Edited> {
    const [row] = slugPattern.test(slug) ? await db.select(columns).from(table).where(eq(table.slug, slug)) : []
    if (!row) throw notFound(kind.name)
    return toEdited(db, row)
  }

  /** Throws 409 for a slug that is taken, 422 for what cannot be published. */
  async function create(tx: Database, body: RecordBody, actor: Actor): Promise<Written> {
    const isDraft = body.input.status === 'draft'
    if (!isDraft) checkPublishable(body)
    const values = {
      ...toRow(body.input, isDraft),
      status: isDraft ? 'draft' : 'published',
      publishedAt: body.input.publishedAt ?? (isDraft ? null : now),
    }
    const [row] = await withSlug(tx, table, slugWish(body.input), (savepoint, slug) =>
      savepoint
        .insert(table)
        .values({ ...values, slug })
        .returning(columns),
    )
    await remember(tx, row, 'created', actor)
    tellAddress(tx, row)
    return toRecord(row)
  }

  /** What visitors would see if the input were published now; nothing is stored. Throws 404. */
  async function preview(db: Database, id: number | undefined, input: RecordInput): Promise<Stored> {
    const [stored] = id === undefined ? [] : await db.select(columns).from(table).where(eq(table.id, id))
    if (id !== undefined && !stored) throw notFound(kind.name)
    const before = stored && asRow(stored)
    const moment = new Date().toISOString()
    const blank = { id: 0, version: 0, translations: {}, publishedAt: null }
    return toRecord({
      ...(before ?? blank),
      ...toRow(input, true),
      slug: input.slug === '' ? await freeSlug(db, table, { ...slugWish(input), own: before?.slug }) : input.slug,
      status: 'published',
      publishedAt: input.publishedAt ?? before?.publishedAt ?? moment,
      updatedAt: moment,
      version: (before?.version ?? 0) + 1,
    }) as unknown as Stored
  }

  /**
   * What the input leaves out of translations and the publishing date stays as it is. Publishes what it holds and ends
   * a draft. Throws 404, 409, 412 and 422.
   */
  async function update(
    tx: Database,
    id: number,
    body: RecordBody,
    expected: Expected,
    actor: Actor,
  ): Promise<Written> {
    const before = await lock(tx, id, expected)
    const isDraft = (body.input.status ?? before.status) === 'draft'
    if (!isDraft) checkPublishable(body)
    const row = await write(tx, before, {
      input: body.input,
      isDraft,
      actor,
      kind: isDraft ? (before.status === 'draft' ? 'draft' : 'unpublished') : 'published',
    })
    return toRecord(row)
  }

  /** Keeps a draft of what visitors go on seeing as it is; a record that is a draft itself takes it. */
  async function saveDraft(
    tx: Database,
    id: number,
    { input }: RecordBody,
    expected: Expected,
    actor: Actor,
  ): Promise<Edited> {
    const before = await lock(tx, id, expected)
    return toEdited(
      tx,
      before.status === 'draft'
        ? await write(tx, before, { input, isDraft: true, actor, kind: 'draft' })
        : await addDraft(tx, before, { values: toValues(input, before), actor, kind: 'draft' }),
    )
  }

  async function discardDraft(tx: Database, id: number, expected: Expected): Promise<void> {
    await lock(tx, id, expected)
    await dropDraft(tx, keyOf(id))
  }

  /** Hides a record from visitors. Throws 409 for what lies in the trash already. */
  async function trash(tx: Database, id: number, expected: Expected, actor: Actor): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const row = await set(tx, before, { status: 'trashed', trashedFrom: before.status, trashedAt: now })
    await remember(tx, row, 'trashed', actor)
    return toEdited(tx, row)
  }

  /** Takes a record out of the trash: as a draft, or as `wanted`. Throws 409 for what does not lie there. */
  async function untrash(
    tx: Database,
    id: number,
    wanted: 'draft' | 'published',
    expected: Expected,
    actor: Actor,
  ): Promise<Edited> {
    const before = await lockAny(tx, id, expected)
    if (before.status !== 'trashed') throw conflict('errors.notTrashed')
    if (wanted === 'published') checkStored(before)
    const publishedAt = wanted === 'published' ? (before.publishedAt ?? now) : before.publishedAt
    const row = await set(tx, before, { status: wanted, publishedAt, trashedFrom: null, trashedAt: null })
    await remember(tx, row, 'restored', actor)
    return toEdited(tx, row)
  }

  /**
   * The values of an old version become the draft; a record that is a draft takes them itself. Throws 404, 409, 412 and
   * 422.
   */
  async function restore(tx: Database, id: number, version: number, expected: Expected, actor: Actor): Promise<Edited> {
    const before = await lock(tx, id, expected)
    const { values } = await findRevision(tx, keyOf(id), version)
    const read = kind.draftInput.safeParse(values)
    if (!read.success) throw invalid(schemaIssues(read.error))
    const input = read.data
    return toEdited(
      tx,
      before.status === 'draft'
        ? await write(tx, before, { input, isDraft: true, actor, kind: 'restored', restoredFrom: version })
        : await addDraft(tx, before, {
            values: toValues(input, before),
            actor,
            kind: 'restored',
            restoredFrom: version,
          }),
    )
  }

  /** For good, with all its history. Throws 404 and 412. */
  async function remove(tx: Database, id: number, expected: Expected): Promise<void> {
    await lockAny(tx, id, expected)
    await tx.delete(table).where(eq(table.id, id))
    await dropDraft(tx, keyOf(id))
    await dropRevisions(tx, keyOf(id))
  }

  /** For good, what has lain in the trash for longer than a month. */
  async function emptyTrash(tx: Database): Promise<void> {
    const rows = await tx
      .delete(table)
      .where(and(eq(table.status, 'trashed'), sql`${table.trashedAt} < now() - interval '30 days'`))
      .returning({ id: table.id })
    for (const { id } of rows) {
      await dropDraft(tx, keyOf(Number(id)))
      await dropRevisions(tx, keyOf(Number(id)))
    }
  }

  /** Milliseconds until visitors see a record more, as the database's clock has it; null when nothing is scheduled. */
  async function untilNext(db: Database): Promise<number | null> {
    const [row] = await db
      .select({ ms: sql<string | null>`extract(epoch from (min(${table.publishedAt}) - clock_timestamp())) * 1000` })
      .from(table)
      .where(and(eq(table.status, 'published'), gt(table.publishedAt, sql`now()`)))
    return row?.ms === null || row === undefined ? null : Number(row.ms)
  }

  function scopeOf(filter: StatusFilter): SQL | undefined {
    if (filter === 'all') return ne(table.status, 'trashed')
    return eq(status, filter)
  }

  async function lock(tx: Database, id: number, expected: Expected): Promise<Row> {
    const row = await lockAny(tx, id, expected)
    if (row.status === 'trashed') throw conflict('errors.trashed')
    return row
  }

  async function lockAny(tx: Database, id: number, expected: Expected): Promise<Row> {
    const [row] = await tx
      .select({ ...getTableColumns(table), isLive: sql<boolean>`coalesce(${visible}, false)` })
      .from(table)
      .where(eq(table.id, id))
      .for('update')
    if (!row) throw notFound(kind.name)
    const before = asRow(row)
    checkVersion(before.version, expected, (await findDraft(tx, keyOf(id)))?.version)
    return before
  }

  type Writing = { input: RecordInput; isDraft: boolean; actor: Actor; kind: RevisionKind; restoredFrom?: number }

  async function write(
    tx: Database,
    before: Row,
    { input, isDraft, actor, kind: action, restoredFrom }: Writing,
  ): Promise<Row> {
    await beginHistory(tx, before)
    const publishedAt = input.publishedAt === undefined ? before.publishedAt : input.publishedAt
    const values = {
      ...toRow(input, isDraft),
      status: isDraft ? 'draft' : 'published',
      publishedAt: publishedAt ?? (isDraft ? null : now),
      version: before.version + 1,
      updatedAt: sql`now()`,
    }
    const [row] = await withSlug(tx, table, { ...slugWish(input), own: before.slug }, (savepoint, slug) =>
      savepoint
        .update(table)
        .set({ ...values, slug })
        .where(eq(table.id, before.id))
        .returning(columns),
    )
    await dropDraft(tx, keyOf(before.id))
    await remember(tx, row, action, actor, restoredFrom)
    tellAddress(tx, row, before)
    return asRow(row)
  }

  async function set(tx: Database, before: Row, change: Record<string, unknown>): Promise<Row> {
    await beginHistory(tx, before)
    const [row] = await tx
      .update(table)
      .set({ ...change, version: before.version + 1, updatedAt: sql`now()` })
      .where(eq(table.id, before.id))
      .returning(columns)
    tellAddress(tx, row, before)
    return asRow(row)
  }

  /**
   * Whoever keeps old addresses alive hears of it with the event of the write. A record has one address in each
   * language that has its own.
   */
  function tellAddress(tx: Database, stored: unknown, before?: Row): void {
    const after = asRow(stored)
    const pathsOf = ({ slug }: Row) => languages.map((language) => href(kind.page, { slug }, language))
    const was = pathsOf(before ?? after)
    const paths = new Map(pathsOf(after).map((to, index) => [was[index] ?? to, to]))
    tellMoves(
      tx,
      [...paths].map(([from, to]) => ({
        from,
        to,
        wasLive: before?.isLive === true,
        isLive: after.status === 'published',
      })),
    )
  }

  async function addDraft(
    tx: Database,
    before: Row,
    {
      values,
      actor,
      kind: action,
      restoredFrom,
    }: { values: Values; actor: Actor; kind: RevisionKind; restoredFrom?: number },
  ): Promise<Row> {
    await beginHistory(tx, before)
    const version = await addRevision(tx, keyOf(before.id), { kind: action, values, actor, restoredFrom })
    await keepDraft(tx, keyOf(before.id), { version, values, actor })
    const [row] = await tx.select(columns).from(table).where(eq(table.id, before.id))
    return asRow(row)
  }

  const remember = async (tx: Database, stored: unknown, action: RevisionKind, actor: Actor, restoredFrom?: number) => {
    const row = asRow(stored)
    await addRevision(tx, keyOf(row.id), { kind: action, values: valuesOf(row), actor, restoredFrom })
  }

  /** What was stored before there was a history is its first version. */
  async function beginHistory(tx: Database, before: Row): Promise<void> {
    const key = keyOf(before.id)
    if ((await newestVersion(tx, key)) > 0) return
    await addRevision(tx, key, {
      kind: 'created',
      values: valuesOf(before),
      actor: { is: 'system' },
      savedAt: before.updatedAt,
    })
  }

  /** The values of a record, as a body names them. */
  function valuesOf(row: Row): Values {
    const fields = Object.fromEntries(Object.keys(kind.fields).map((name) => [name, row[name]]))
    return {
      ...fields,
      slug: row.slug,
      content: unpackContent(row.content).html,
      metadata: storedMetadata(row.content),
      translations: row.translations,
    }
  }

  /** The values of a draft: cleaned as what is stored, and what the body leaves out stays as it is. */
  function toValues(input: RecordInput, before: Row): Values {
    const row = toRow(input, true)
    const publishedAt = input.publishedAt === undefined ? before.publishedAt : input.publishedAt
    return valuesOf(asRow({ ...before, ...row, publishedAt, slug: input.slug }))
  }

  function checkStored(row: Row): void {
    const { success, error } = kind.input.safeParse(valuesOf(row))
    if (!success) throw invalid(schemaIssues(error))
  }

  const keyOf = (id: number): RecordKey => ({ kind: kind.name, recordId: String(id) })
  const slugWish = ({ slug, title }: RecordInput) => ({
    typed: slug,
    title,
    fallback: kind.name,
    reserved: kind.reservedSlugs,
  })

  /** The columns of a kind bear the names of its fields, so a row without its packed parts is a record. */
  function toRecord(stored: unknown): Written {
    const { trashedFrom: _from, ...row } = asRow(stored)
    const name = `${kind.name} ${row.id}`
    return {
      ...row,
      content: cleanContent(row.content, name),
      metadata: storedMetadata(row.content),
      translations: cleanTranslations(row.translations, name),
    } as unknown as Written
  }

  async function toEdited(db: Database, stored: unknown): Promise<Edited> {
    const row = asRow(stored)
    return { ...(toRecord(row) as object), draft: await findDraft(db, keyOf(row.id)) } as unknown as Edited
  }

  return {
    list,
    find,
    addresses,
    listEdited,
    findEdited,
    preview,
    create,
    update,
    saveDraft,
    discardDraft,
    trash,
    untrash,
    restore,
    remove,
    emptyTrash,
    untilNext,
    keyOf,
  }
}

export type RecordStore<K extends RecordKind> = ReturnType<typeof recordStore<K>>

const asRow = (stored: unknown): Row => stored as Row

/** Rows of before this was told, and of an older version of the site, have been seen since they were saved. */
const withMoment = (row: object): object =>
  'publishedAt' in row && row.publishedAt === null && 'updatedAt' in row ? { ...row, publishedAt: row.updatedAt } : row

function checkPublishable({ faults }: RecordBody): void {
  if (faults.length > 0) throw invalid([...faults])
}

/** The columns that hold the input, but for its slug, its status and its moment. */
function toRow(input: RecordInput, isDraft: boolean) {
  const { metadata, translations } = input
  const own = Object.entries(input).filter(
    ([name, value]) =>
      value !== undefined && !['metadata', 'translations', 'status', 'publishedAt', 'slug'].includes(name),
  )
  return {
    ...Object.fromEntries(own),
    content: contentToStore(input.content, metadata, { isDraft }),
    ...(translations ? { translations: translationsToStore(translations) } : {}),
  }
}
