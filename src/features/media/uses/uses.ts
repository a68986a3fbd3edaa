import { asc, inArray } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import type { MediaUse } from '../contract'
import { mediaUses } from '../table'

/** Where items are used, by their ids; a record whose old versions alone use one says so. */
export async function usesOf(db: Database, ids: readonly number[]): Promise<Map<number, MediaUse[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(mediaUses)
    .where(inArray(mediaUses.mediaId, [...ids]))
    .orderBy(asc(mediaUses.kind), asc(mediaUses.recordId), asc(mediaUses.field), asc(mediaUses.place))
  const uses = new Map<number, MediaUse[]>()
  for (const row of rows) {
    const { kind, recordId, title, field, place, mediaId } = row
    const isOld = place === 'history'
    const isNow = rows.some((other) => other.place !== 'history' && isSame(other, row))
    const known = uses.get(mediaId) ?? []
    const isTold = known.some(
      (use) => use.in === place && use.kind === kind && String(use.id) === recordId && use.field === field,
    )
    if ((isOld && isNow) || isTold) continue
    uses.set(mediaId, [...known, { kind, id: idOf(kind, recordId), title, field, in: place }])
  }
  return uses
}

type Row = typeof mediaUses.$inferSelect

const isSame = (left: Row, right: Row) =>
  left.mediaId === right.mediaId && left.kind === right.kind && left.recordId === right.recordId

const idOf = (kind: Row['kind'], recordId: string) =>
  kind === 'post' || kind === 'project' ? Number(recordId) : recordId
