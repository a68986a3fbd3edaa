import type { NamedRecord } from '#platform/feature'
import type { WriteEvent } from './events'

const standings = { draft: 'draft', scheduled: 'live', published: 'live', trashed: 'out' } as const

/** The record's name and address from the event's `after` state, as `Naming.read` would read them; undefined without one. */
export function toldRecord({ after }: Pick<WriteEvent, 'after'>): NamedRecord | undefined {
  return after && { ...after, standing: standings[after.status] }
}
