import { asc, inArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { recordKindOf } from '../../kinds'
import type { MediaUse } from '../contract'
import { mediaUses } from '../table'

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

type Row = typeof mediaUses.$inferSelect

/** Identifies the use of an item by a record, in any field. */
const recordOf = ({ mediaId, kind, recordId }: Row) => `${mediaId} ${kind} ${recordId}`

const idOf = (kind: Row['kind'], recordId: string) => (recordKindOf(kind) ? Number(recordId) : recordId)
