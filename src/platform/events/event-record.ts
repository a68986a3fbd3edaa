import type { NamedRecord } from '#platform/feature'
import type { RecordState, WriteEvent } from './events'

const standings = { draft: 'draft', scheduled: 'live', published: 'live', trashed: 'out' } as const

/** The record's name and address from the event's `after` state, as `Naming.read` would read them; undefined without one. */
export const eventRecord = ({ after }: Pick<WriteEvent, 'after'>): NamedRecord | undefined => after && namedState(after)

export const namedState = (state: RecordState): NamedRecord => ({ ...state, standing: standings[state.status] })
