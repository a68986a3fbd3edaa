import type { NamedRecord } from '#platform/feature'
import type { WriteEvent } from './events'

const standings = { draft: 'draft', scheduled: 'live', published: 'live', trashed: 'out' } as const

/** The record as a write has told it, which is as `Naming.read` would read it; undefined where nothing tells it. */
export function toldRecord({ after }: Pick<WriteEvent, 'after'>): NamedRecord | undefined {
  return after && { ...after, standing: standings[after.status] }
}
