import { and, inArray } from 'drizzle-orm'
import { type RecordState, type RecordVerb, system, emit, type Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { languages } from '#i18n/language'
import type { RecordKind } from '#records/kind/record'
import { recordHref } from '#records/translation/localize'
import { asRow, type RecordRows, type Row, standsAs } from './rows'
import { type RecordSchedule, wasScheduled } from './schedule'

type Change = { before?: Row; after?: Row }

/** What the writes of one kind tell of its records, and the clock of those that are scheduled. */
export function recordEvents<K extends RecordKind>(
  { kind, table, columns, visible, valuesOf }: RecordRows<K>,
  { schedule, unschedule, hasDue, claimDue }: RecordSchedule,
) {
  function stateOf(row: Row): RecordState {
    const { version, publishedAt, draft } = row
    return {
      version,
      title: String(row.title),
      status: standsAs(row),
      publishedAt,
      paths: languages.map((language) => recordHref(kind.page, row, language)),
      values: valuesOf(row),
      draft: draft && draft.values,
    }
  }

  function tellRecord(tx: Transaction, verb: RecordVerb, { before, after }: Change, activityActions?: []): void {
    const { id, title } = asRow(after ?? before)
    emit(tx, {
      kind: kind.name,
      verb,
      action: actionOf(verb, before !== undefined),
      id,
      title: String(title),
      ...(activityActions && { activityActions }),
      ...(before && { before: stateOf(before) }),
      ...(after && { after: stateOf(after) }),
    })
  }

  /** Tells a write of the row itself by how the record stood and stands, and notes when it is to be published. */
  async function tellWrite(tx: Transaction, stored: unknown, before?: Row, verb?: RecordVerb): Promise<void> {
    const after = asRow(stored)
    const was = before && stateOf(before)
    const is = stateOf(after)
    if (is.status === 'scheduled' && is.publishedAt !== null) await schedule(tx, after.id, is.publishedAt)
    else if (before && wasScheduled(before) && (await unschedule(tx, after.id)) && before.isLive)
      tellPublished(tx, before)
    tellRecord(tx, verb ?? verbOf(was, is), { before, after })
    if (was && was.paths.join() !== is.paths.join()) tellRecord(tx, 'slugChanged', { before, after })
  }

  /** By the clock. The record reads the same as when it was scheduled, so nobody has to read of it as changed. */
  const tellPublished = (tx: Transaction, live: Row): void =>
    tellRecord(tx, 'published', { before: { ...live, isLive: false }, after: live }, [])

  /** Tells of the records whose time has come: once, however many processes look, and after a restart too. */
  async function publishDue(services: Pick<Services, 'db' | 'cacheTags' | 'events' | 'changes'>): Promise<void> {
    if (!(await hasDue(services.db))) return
    await commitAs(
      services,
      system,
      () => undefined,
      async (tx) => {
        const isDue = inArray(table.id, await claimDue(tx))
        const rows = await tx.select(columns).from(table).where(and(isDue, visible))
        for (const row of rows) tellPublished(tx, asRow(row))
      },
    )
  }

  return { tellRecord, tellWrite, publishDue }
}

export type RecordEvents = ReturnType<typeof recordEvents>

function verbOf(before: RecordState | undefined, after: RecordState): RecordVerb {
  if (after.status === 'scheduled')
    return before?.status === 'scheduled' && before.publishedAt === after.publishedAt ? 'updated' : 'scheduled'
  if (after.status === 'published') return before?.status === 'published' ? 'updated' : 'published'
  if (before === undefined) return 'created'
  return before.status === 'draft' ? 'updated' : 'unpublished'
}

function actionOf(verb: RecordVerb, wasThere: boolean) {
  if (verb === 'drafted' || verb === 'deleted') return verb
  return wasThere ? 'updated' : 'created'
}
