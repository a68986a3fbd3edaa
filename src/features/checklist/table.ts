import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { ChecklistKey } from '#contract/checklist-keys'

/** Items that the owner has dismissed. */
export const checklistDismissals = pgTable('checklist_dismissals', {
  key: text().$type<ChecklistKey>().primaryKey(),
  dismissedAt: moment().notNull().default(now),
})
