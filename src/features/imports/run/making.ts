import type { Language } from '#i18n/language'
import type { Actor, Transaction } from '#platform/events/events'
import type { ImportedRecord } from '../payload'
import type { ImportPorts } from '../ports'
import type { ImportItem, ImportRow } from '../store'
import type { ImportTargets } from './import-targets'

/** What everything of an import is made with. */
export type Making = { row: ImportRow; actor: Actor; ports: ImportPorts; places: ImportTargets }

export const recordOf = ({ payload }: Pick<ImportItem, 'payload'>): ImportedRecord => payload as ImportedRecord

export const languageOf = (item: Pick<ImportItem, 'language'>, row: ImportRow): Language =>
  item.language || row.run!.language

/** The import is one line of the activity, whatever it makes. */
export function silence(tx: Transaction): void {
  tx.pending.events = tx.pending.events.map((event) => ({ ...event, activityActions: [] }))
}
