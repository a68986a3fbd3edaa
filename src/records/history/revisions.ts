import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/db/database'
import type { Actor } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { type Revision, type RevisionKind, revisionKinds, type RevisionSummary } from './history-contract'
import { recordRevisions } from '#records/table'

/** The record that a history belongs to. */
export type RecordKey = { kind: string; recordId: string }
export type Values = Record<string, unknown>

/** The record before its first version in the history. */
export type Origin = { values: Values; savedAt: string }

type Saving = {
  kind: RevisionKind
  values: Values
  actor: Actor
  restoredFrom?: number
  /** Added as the first version if there is none yet. */
  before?: () => Origin
  /** Set for an autosave. One that `joins` replaces the autosave before it, if that is by the same person. */
  autosave?: 'begins' | 'joins'
}

/** The maximum number of patches to apply to a complete version to read one. */
const longestChain = 50
/** The minimum number of newest versions to keep. */
const mostKept = 1000
/** Autosaves within this time are one version. */
const togetherFor = sql`interval '10 minutes'`

/**
 * Adds the next version to a record's history, in the transaction of the change; resolves to the number of the save.
 */
export async function addRevision(
  tx: Database,
  key: RecordKey,
  { kind, values, actor, restoredFrom, before, autosave }: Saving,
): Promise<number> {
  const stored = await newestChain(tx, key)
  const chain = stored.length === 0 && before ? [await insertFirst(tx, key, before())] : stored
  const newest = chain.at(-1)
  const isJoining = autosave === 'joins' && newest?.isFresh === true && isSame(newest, { kind, actor })
  const version = (newest?.version ?? 0) + (isJoining ? 0 : 1)
  const save = (newest?.save ?? 0) + 1
  const row = {
    action: kind,
    restoredFrom,
    scheduledFor: kind === 'published' ? ifLater(values.publishedAt) : null,
    ...author(actor),
    ...patchFor(chain, version, values),
    save,
    savedAt: sql`now()`,
  }
  if (isJoining) {
    await tx
      .update(recordRevisions)
      .set(row)
      .where(and(isOf(key), eq(recordRevisions.version, version)))
  } else {
    const autosavedSince = autosave === undefined ? null : sql`now()`
    await tx.insert(recordRevisions).values({ ...key, version, ...row, autosavedSince })
  }
  if (version > mostKept && version % longestChain === 1 && !isJoining)
    await tx.delete(recordRevisions).where(and(isOf(key), lt(recordRevisions.version, version - mostKept)))
  return save
}

/** A moment that is still to come, by the clock of the database. The content of a page may have any value there. */
const ifLater = (moment: unknown) =>
  z.iso.datetime({ offset: true }).safeParse(moment).success
    ? sql`nullif(greatest(${moment}::timestamptz, now()), now())`
    : null

type Stored = { version: number; save: number; action: string; savedById: number | null; isFresh: boolean } & Patch

/**
 * The newest version, and the versions its patch is based on, oldest first. `isFresh`: an autosave that the next one
 * may replace.
 */
async function newestChain(tx: Database, key: RecordKey): Promise<Stored[]> {
  const { version, save, action: kind, savedById: by, autosavedSince, base, head, tail, text } = recordRevisions
  const newestWhole = sql`(select max(${version}) - (max(${version}) - 1) % ${longestChain} from ${recordRevisions} where ${isOf(key)})`
  return tx
    .select({
      version,
      save: sql<number>`coalesce(${save}, ${version})`,
      action: kind,
      savedById: by,
      isFresh: sql<boolean>`coalesce(${autosavedSince} > now() - ${togetherFor}, false)`,
      base,
      head,
      tail,
      text,
    })
    .from(recordRevisions)
    .where(and(isOf(key), sql`${version} >= ${newestWhole}`))
    .orderBy(version)
}

async function insertFirst(tx: Database, key: RecordKey, { values, savedAt }: Origin): Promise<Stored> {
  const row = { version: 1, save: 1, action: 'created', ...author({ is: 'system' }) }
  const patch = patchFor([], 1, values)
  await tx.insert(recordRevisions).values({ ...key, ...row, ...patch, savedAt })
  return { ...row, ...patch, isFresh: false }
}

const isSame = (newest: Stored, { kind, actor }: Pick<Saving, 'kind' | 'actor'>) =>
  newest.action === kind && newest.savedById !== null && newest.savedById === author(actor).savedById

/** Newest first. */
export async function listRevisions(
  db: Database,
  key: RecordKey,
  { before, limit }: { before?: number; limit: number },
): Promise<RevisionSummary[]> {
  const rows = await db
    .select(summary)
    .from(recordRevisions)
    .where(and(isOf(key), before === undefined ? undefined : lt(recordRevisions.version, before)))
    .orderBy(desc(recordRevisions.version))
    .limit(limit)
  return rows.map(toSummary)
}

/** Throws 404. */
export async function findRevision(db: Database, key: RecordKey, version: number): Promise<Revision> {
  const [row] = await db
    .select(summary)
    .from(recordRevisions)
    .where(and(isOf(key), eq(recordRevisions.version, version)))
  if (!row) throw notFound('revision')
  return { ...toSummary(row), values: JSON.parse(await textOf(db, key, version)) as Values }
}

/** The JSON of all versions from `first` on, by number; in one query, because there may be many. */
export async function textsSince(db: Database, key: RecordKey, first: number): Promise<Map<number, string>> {
  const rows = await db
    .select()
    .from(recordRevisions)
    .where(and(isOf(key), sql`${recordRevisions.version} >= ${wholeBefore(first)}`))
    .orderBy(recordRevisions.version)
  const texts = new Map<number, string>()
  let text = ''
  for (const row of rows) {
    text = laidOver(text, row)
    if (row.version >= first) texts.set(row.version, text)
  }
  return texts
}

export async function dropRevisions(tx: Database, key: RecordKey): Promise<void> {
  await tx.delete(recordRevisions).where(isOf(key))
}

/** The author columns of drafts and revisions. The name stays when the account is deleted. */
export const author = (actor: Actor) =>
  actor.is === 'administrator'
    ? { savedById: actor.user.id, savedByName: actor.user.username }
    : { savedById: null, savedByName: null }

export const toSavedBy = ({ savedById, savedByName }: { savedById: number | null; savedByName: string | null }) =>
  savedById === null || savedByName === null ? null : { id: savedById, username: savedByName }

const {
  version: versionColumn,
  action,
  savedAt: savedAtColumn,
  savedById,
  savedByName,
  restoredFrom: restoredFromColumn,
  scheduledFor,
} = recordRevisions
const summary = {
  version: versionColumn,
  action,
  savedAt: savedAtColumn,
  savedById,
  savedByName,
  restoredFrom: restoredFromColumn,
  scheduledFor,
}

type SummaryRow = {
  version: number
  action: string
  savedAt: string
  savedById: number | null
  savedByName: string | null
  restoredFrom: number | null
  scheduledFor: string | null
}

const toSummary = ({ action: kind, savedById: id, savedByName: name, ...row }: SummaryRow): RevisionSummary => ({
  ...row,
  kind: z.enum(revisionKinds).parse(kind),
  savedBy: toSavedBy({ savedById: id, savedByName: name }),
})

const isOf = ({ kind, recordId }: RecordKey) =>
  and(eq(recordRevisions.kind, kind), eq(recordRevisions.recordId, recordId))

/** The JSON of a version: the nearest complete one with the patches since applied. */
async function textOf(db: Database, key: RecordKey, version: number): Promise<string> {
  const rows = await db
    .select({
      head: recordRevisions.head,
      tail: recordRevisions.tail,
      text: recordRevisions.text,
      base: recordRevisions.base,
    })
    .from(recordRevisions)
    .where(and(isOf(key), sql`${recordRevisions.version} between ${wholeBefore(version)} and ${version}`))
    .orderBy(recordRevisions.version)
  return rows.reduce(laidOver, '')
}

type Patch = { base: number | null; head: number; tail: number; text: string }

const laidOver = (before: string, { base, head, tail, text }: Patch): string =>
  base === null ? text : before.slice(0, head) + text + before.slice(before.length - tail)

const wholeBefore = (version: number) => version - ((version - 1) % longestChain)

/** How a version is stored: completely, or as the difference to the previous one, the last of the chain. */
function patchFor(chain: readonly Stored[], version: number, values: Values): Patch {
  const text = JSON.stringify(values)
  if (version % longestChain === 1) return { base: null, head: 0, tail: 0, text }
  const before = chain.filter((stored) => stored.version < version).reduce(laidOver, '')
  return patchOf(before, text, version - 1)
}

/** Typing usually changes one position. */
function patchOf(before: string, text: string, base: number) {
  const most = Math.min(before.length, text.length)
  let head = 0
  while (head < most && before[head] === text[head]) head++
  let tail = 0
  while (tail < most - head && before[before.length - 1 - tail] === text[text.length - 1 - tail]) tail++
  // Does not split a surrogate pair, because half of one cannot be stored.
  if (head > 0 && isHighSurrogate(text, head - 1)) head--
  if (tail > 0 && isHighSurrogate(text, text.length - tail - 1)) tail--
  return { base, head, tail, text: text.slice(head, text.length - tail) }
}

const isHighSurrogate = (text: string, index: number) => /[\uD800-\uDBFF]/.test(text[index] ?? '')
