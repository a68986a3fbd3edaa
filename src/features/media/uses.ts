import { and, eq, inArray, sql, asc } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import type { Config } from '#platform/config'
import type { Derived } from '#platform/jobs/derived'
import { hasRunLong, longestBackgroundTurn, yieldToEventLoop } from '#platform/yield-to-event-loop'
import type { Database } from '#platform/db/database'
import type { RecordState, Transaction, WriteEvent } from '#platform/events/events'
import type { NamedRecord, Naming } from '#platform/feature'
import { findDraft } from '#records/history/drafts'
import { recordRevisions } from '#records/table'
import { type RecordKey, textsSince } from '#records/history/revisions'
import type { StoredUseKind, UseStage, MediaUse } from './contract'
import { media, mediaScans, mediaUses } from './table'
import { isRecord, parseJson } from '#text/parse-json'
import { recordKindOf } from '#features/kinds'

/** An item that a field refers to. `host` is that of its URL, if absolute. */
type Named = { id: number; field: string; host?: string; name: string }

const ofSite = /(?<![\w.~%/:@-])\/media\/(?<id>[1-9]\d{0,9})\/(?<name>[^\s"'<>?#/,)\\]*)/g
const ofHost = /(?<host>https?:\/\/[^\s"'<>/\\]+)\/media\/(?<id>[1-9]\d{0,9})\/(?<name>[^\s"'<>?#/,)\\]*)/gi

/** Every item whose URL occurs in the fields of a record. */
export function namedIn(values: unknown, field = ''): Named[] {
  if (typeof values === 'string') return inText(values, field)
  if (Array.isArray(values)) return values.flatMap((part, at) => namedIn(part, join(field, String(at))))
  if (!isRecord(values)) return []
  return Object.entries(values).flatMap(([name, part]) => namedIn(part, join(field, name)))
}

function inText(text: string, field: string): Named[] {
  if (!text.includes('/media/')) return []
  // A field may be JSON with a text and metadata: both belong to the field.
  const packed = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  if (isRecord(packed))
    return Object.values(packed).flatMap((part) => namedIn(part).map((named) => ({ ...named, field })))
  return [...text.matchAll(ofSite), ...text.matchAll(ofHost)].flatMap(({ groups = {} }) => {
    const id = Number(groups.id)
    return id > 2_147_483_647
      ? []
      : [{ id, field, name: groups.name ?? '', ...(groups.host ? { host: groups.host } : {}) }]
  })
}

/** Whether it is referred to by a path, or by a URL of the site itself, also at an address that it had before. */
export const isOwn = (
  { host }: Pick<Named, 'host'>,
  { siteUrl, formerHosts = [] }: Pick<Config, 'siteUrl' | 'formerHosts'>,
): boolean =>
  host === undefined ||
  host.toLowerCase() === siteUrl?.toLowerCase() ||
  formerHosts.includes(host.toLowerCase().replace(/^https?:\/\//, ''))

const join = (field: string, name: string) => (field === '' ? name : `${field}.${name}`)

/** The uses of items by id; marks records that use one only in old versions. */
export async function usesOf(db: Database, ids: readonly number[]): Promise<Map<number, MediaUse[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(mediaUses)
    .where(inArray(mediaUses.mediaId, [...ids]))
    .orderBy(asc(mediaUses.kind), asc(mediaUses.recordId), asc(mediaUses.field), asc(mediaUses.place))
  const now = new Set(rows.filter(({ place }) => place !== 'history').map(recordOf))
  const listed = new Set<string>()
  const uses = new Map<number, MediaUse[]>()
  for (const row of rows) {
    const { kind, recordId, title, field, place, mediaId } = row
    const name = `${recordOf(row)} ${place} ${field}`
    if (listed.has(name) || (place === 'history' && now.has(recordOf(row)))) continue
    listed.add(name)
    const known = uses.get(mediaId) ?? []
    known.push({
      kind: kind === 'site-settings' ? 'settings' : kind,
      id: idOf(kind, recordId),
      title,
      field,
      in: place,
    })
    uses.set(mediaId, known)
  }
  return uses
}

type UseRow = typeof mediaUses.$inferSelect

/** Identifies the use of an item by a record, in any field. */
const recordOf = ({ mediaId, kind, recordId }: UseRow) => `${mediaId} ${kind} ${recordId}`

const idOf = (kind: UseRow['kind'], recordId: string) => (recordKindOf(kind) ? Number(recordId) : recordId)

type Use = Pick<typeof mediaUses.$inferSelect, 'mediaId' | 'field'>
type Range = Use & { since: number; until: number }

type Reading = {
  oldest: number
  newest: number
  /** The newest version that was indexed before; autosaves may have changed it since. */
  scanned: number
  isSame: boolean
  known: readonly Range[]
  /** The newest version, if it is the only new one. */
  added: object | undefined
  use(values: object): Promise<Use[]>
}

/** The versions in which each field used each item, from the first to the last. */
async function historyOf(
  tx: Database,
  key: RecordKey,
  { oldest, newest, scanned, isSame, known, added, use }: Reading,
): Promise<Range[]> {
  if (newest === 0) return []
  const current = (ranges: readonly Range[]) => ranges.filter(({ until }) => until >= oldest)
  if (isSame) return current(known)
  const first = added ? newest : Math.max(oldest, Math.min(scanned, newest))
  const ranges = known
    .filter(({ since }) => since < first)
    .map((range) => ({ ...range, until: Math.min(range.until, first - 1) }))
  const versions = added ? [[newest, added] as const] : await versionsSince(tx, key, first)
  for (const [version, values] of versions)
    for (const one of await use(values)) {
      const going = ranges.find((range) => isUse(range, one) && range.until === version - 1)
      if (going) going.until = version
      else ranges.push({ ...one, since: version, until: version })
    }
  return current(ranges)
}

/** Versions that use an item. */
async function versionsSince(tx: Database, key: RecordKey, first: number): Promise<Map<number, object>> {
  const texts = [...(await textsSince(tx, key, first))].filter(([, text]) => text.includes('/media/'))
  return new Map(texts.map(([version, text]) => [version, JSON.parse(text) as object]))
}

const isUse = (left: Use, right: Use) => left.mediaId === right.mediaId && left.field === right.field

type Site = Pick<Config, 'siteUrl' | 'formerHosts'>
type Row = typeof mediaUses.$inferSelect

function namesTheSame({ fields }: Naming, { before, after }: WriteEvent): boolean {
  if (!before || !after || before.draft === undefined || after.draft === undefined) return false
  const indexed = (state: RecordState) => {
    const { title, visibility, values } = namedState(state)
    return [title, visibility, namedIn(fields(values)), state.draft && namedIn(fields(state.draft))]
  }
  return Bun.deepEquals(indexed(before), indexed(after))
}

/**
 * The index of which records use which items. If they are unchanged, as in most writes, updating the indexed version is left
 * to the job.
 */
export const derivedUses = (sources: readonly Naming[]): Derived<Naming> => ({
  sources,
  tables: [mediaUses, mediaScans],
  findStale,
  reindex: reindexUses,
  async update(tx, source, event, config) {
    if (!namesTheSame(source, event)) await indexUses(source, tx, String(event.id), config, event)
  },
})

/** Records that have changed since they were indexed. */
async function findStale(db: Database, { kind, versions }: Naming, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`coalesce(standing.id, scan.record_id)` })
    .from(
      sql`(select id, max(version) as version, max(draft) as draft, max(save) as save from (
        select id, version, 0 as draft, 0 as save from (${versions}) as now_is (id, version)
        union all select record_id, 0, version, 0 from record_drafts where kind = ${kind}
        union all select record_id, 0, 0, max(coalesce(save, version)) from record_revisions where kind = ${kind} group by record_id
      ) as parts group by id) as standing`,
    )
    .fullJoin(
      sql`(select record_id, version, draft, save from media_scans where kind = ${kind}) as scan`,
      sql`scan.record_id = standing.id`,
    )
    .where(
      sql`(standing.version, standing.draft, standing.save) is distinct from (scan.version, scan.draft, scan.save)`,
    )
    .limit(most)
  return rows.map(({ id }) => id)
}

async function reindexUses(tx: Transaction, source: Naming, ids: readonly string[], site: Site): Promise<void> {
  for (const id of ids) {
    await indexUses(source, tx, id, site)
    if (hasRunLong(longestBackgroundTurn)) await yieldToEventLoop()
  }
}

/** Indexes a record: its published version, its draft, and new versions in its history. */
async function indexUses(
  source: Naming,
  tx: Transaction,
  recordId: string,
  site: Site,
  event?: WriteEvent,
): Promise<void> {
  const kind = source.kind as StoredUseKind
  const key = { kind, recordId }
  const isOfRecord = and(eq(mediaUses.kind, kind), eq(mediaUses.recordId, recordId))
  const { scan, known, history, hasDraft } = await readKnown(tx, key)
  const row = (event && eventRecord(event)) ?? (await source.read(tx, recordId))
  const draft = hasDraft ? await findDraft(tx, key) : null
  const use = (values: object) => usesIn(tx, site, source.fields(values))
  const now: { place: UseStage; uses: Use[] }[] = [
    {
      place: row?.visibility === 'live' ? 'live' : row?.visibility === 'draft' ? 'draft' : 'history',
      uses: row ? await use(row.values) : [],
    },
    { place: 'draft', uses: draft ? await use(draft.values) : [] },
  ]
  const ranges = await historyOf(tx, key, {
    ...history,
    scanned: scan?.newest ?? 0,
    isSame: scan?.save === history.save,
    known: known.filter(({ place, since }) => place === 'history' && since > 0),
    added: event?.after && history.save === (scan?.save ?? 0) + 1 ? (draft ?? row)?.values : undefined,
    use,
  })

  const title = row?.title ?? titleIn(source, draft?.values) ?? recordId
  const rows: Row[] = [
    ...now.flatMap(({ place, uses }) => uses.map((one) => ({ ...key, ...one, place, since: 0, until: 0, title }))),
    ...ranges.map((range) => ({ ...key, ...range, place: 'history' as const, title })),
  ]
  if (!isEqual(rows, known)) {
    await tx.delete(mediaUses).where(isOfRecord)
    if (rows.length > 0) await tx.insert(mediaUses).values(rows).onConflictDoNothing()
    emitChanges(
      tx,
      itemsUsedOtherwise(known, rows).map((mediaId) => ({ kind: 'media', action: 'updated', id: mediaId })),
    )
  }
  const state = {
    version: row?.version ?? 0,
    draft: draft?.version ?? 0,
    save: history.save,
    newest: history.newest,
  }
  if (!row && !draft && history.save === 0)
    await tx.delete(mediaScans).where(and(eq(mediaScans.kind, kind), eq(mediaScans.recordId, recordId)))
  else
    await tx
      .insert(mediaScans)
      .values({ ...key, ...state })
      .onConflictDoUpdate({ target: [mediaScans.kind, mediaScans.recordId], set: state })
}

/** The stored uses of a record, and its newest version. */
async function readKnown(tx: Database, { kind, recordId }: { kind: StoredUseKind; recordId: string }) {
  const { version, save } = recordRevisions
  const ofRecord = sql`kind = ${kind} and record_id = ${recordId}`
  const [found] = await tx
    .select({
      oldest: sql<number>`coalesce(min(${version}), 0)::int`,
      newest: sql<number>`coalesce(max(${version}), 0)::int`,
      save: sql<number>`coalesce(max(coalesce(${save}, ${version})), 0)::int`,
      scan: sql<{
        save: number
        newest: number
      } | null>`(select to_jsonb(scan) from media_scans as scan where ${ofRecord})`,
      known: sql<Omit<Row, 'kind' | 'recordId'>[]>`(
        select coalesce(jsonb_agg(jsonb_build_object(
          'mediaId', media_id, 'field', field, 'place', place, 'since', since, 'until', until, 'title', title)), '[]')
        from media_uses where ${ofRecord})`,
      hasDraft: sql<boolean>`exists (select from record_drafts where ${ofRecord})`,
    })
    .from(recordRevisions)
    .where(and(eq(recordRevisions.kind, kind), eq(recordRevisions.recordId, recordId)))
  const { scan, known, hasDraft, ...history } = found!
  return { scan, known: known.map((row): Row => ({ kind, recordId, ...row })), history, hasDraft }
}

/** Each item once per field. */
async function usesIn(tx: Database, site: Site, fields: object): Promise<Use[]> {
  const named = namedIn(fields)
  const own = named.filter((one) => isOwn(one, site))
  const foreign = site.siteUrl === undefined ? named.filter(({ host }) => host !== undefined) : []
  const found = [...own, ...(await itemsAmong(tx, foreign))]
  return [...new Map(found.map(({ id, field }) => [`${id} ${field}`, { mediaId: id, field }])).values()]
}

/** Without SITE_URL, items are recognized by their absolute URLs on any host. */
async function itemsAmong(tx: Database, named: readonly Named[]): Promise<Named[]> {
  if (named.length === 0) return []
  const rows = await tx
    .select({ id: media.id, name: media.addressName })
    .from(media)
    .where(inArray(media.id, [...new Set(named.map(({ id }) => id))]))
  return named.filter(({ id, name }) => rows.some((row) => row.id === id && encodeURIComponent(row.name) === name))
}

function titleIn(source: Naming, values: object | undefined): string | undefined {
  const fields = values && source.fields(values)
  return fields && 'title' in fields && typeof fields.title === 'string' && fields.title !== ''
    ? fields.title
    : undefined
}

/** The items whose uses have changed. */
function itemsUsedOtherwise(before: readonly Row[], now: readonly Row[]): number[] {
  const byUse = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [`${row.mediaId} ${row.place} ${row.field} ${row.title}`, row.mediaId]))
  const [was, is] = [byUse(before), byUse(now)]
  const changed = [...was, ...is].filter(([use]) => !was.has(use) || !is.has(use))
  return [...new Set(changed.map(([, mediaId]) => mediaId))]
}

const isEqual = (left: readonly Row[], right: readonly Row[]) => textOf(left) === textOf(right)

const textOf = (rows: readonly Row[]) =>
  rows
    .map(({ mediaId, field, place, since, until, title }) =>
      JSON.stringify([mediaId, field, place, since, until, title]),
    )
    .toSorted()
    .join()

const visibilities = { draft: 'draft', scheduled: 'live', published: 'live', trashed: 'out' } as const

/** The record's name and address from the event's `after` state, as `Naming.read` would read them; undefined without one. */
const eventRecord = ({ after }: Pick<WriteEvent, 'after'>): NamedRecord | undefined => after && namedState(after)

const namedState = (state: RecordState): NamedRecord => ({ ...state, visibility: visibilities[state.status] })
