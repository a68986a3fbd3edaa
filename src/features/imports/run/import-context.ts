import type { Language } from '#i18n/language'
import type { Actor, Transaction } from '#platform/events/events'
import type { ImportedRecord } from '../payload'
import type { ImportPorts } from '../ports'
import type { ImportItem, ImportRow } from '../store'
import type { ImportTargets } from './import-targets'

/** The context for creating the items of an import. */
export type ImportContext = { row: ImportRow; actor: Actor; ports: ImportPorts; targets: ImportTargets }

export const recordOf = ({ payload }: Pick<ImportItem, 'payload'>): ImportedRecord => payload as ImportedRecord

export const languageOf = (item: Pick<ImportItem, 'language'>, row: ImportRow): Language =>
  item.language || row.run!.language

/** Removes the Activity entries of a transaction, because an import is one entry. */
export function omitFromActivity(tx: Transaction): void {
  tx.pending.events = tx.pending.events.map((event) => ({ ...event, activityActions: [] }))
}
