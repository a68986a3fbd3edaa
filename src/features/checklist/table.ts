import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import type { ChecklistKey } from '#contract/checklist-keys'

/** What the owner does not want to be told of. */
export const checklistDismissals = pgTable('checklist_dismissals', {
  key: text().$type<ChecklistKey>().primaryKey(),
  dismissedAt: moment().notNull().default(now),
})
