import type { Database } from '#platform/db/database'
import { type RecordKey, textsSince } from '#records/history/revisions'
import type { mediaUses } from '../table'

export type Use = Pick<typeof mediaUses.$inferSelect, 'mediaId' | 'field'>
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
export async function historyOf(
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
