import type { NamedRecord } from '#platform/feature'
import type { RecordState, WriteEvent } from './events'

const visibilities = { draft: 'draft', scheduled: 'live', published: 'live', trashed: 'out' } as const

/** The record's name and address from the event's `after` state, as `Naming.read` would read them; undefined without one. */
export const eventRecord = ({ after }: Pick<WriteEvent, 'after'>): NamedRecord | undefined => after && namedState(after)

export const namedState = (state: RecordState): NamedRecord => ({ ...state, visibility: visibilities[state.status] })
