import { eq } from 'drizzle-orm'
import { type ChecklistKey, checklistKeys } from '#contract/checklist-keys'
import { notFound } from '#contract/http-error'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { ChecklistContext, ChecklistItem } from '#platform/feature'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import type { ChecklistEntry } from './contract'
import { checklistDismissals } from './table'

type Reading = ChecklistContext & { services: Services; items: readonly ChecklistItem[] }

/** All tasks in order, done or not. */
export async function listChecklist(asked: Reading): Promise<ChecklistEntry[]> {
  const dismissed = await readDismissed(asked.services.db)
  return Promise.all(checklistKeys.map((key) => readEntry(asked, key, dismissed.has(key))))
}

/** Throws 404. */
export function parseChecklistKey(name: string): ChecklistKey {
  const known = checklistKeys.find((key) => key === name)
  if (!known) throw notFound('checklistEntry')
  return known
}

export async function dismiss(tx: Database, key: ChecklistKey, isDismissed: boolean): Promise<void> {
  if (isDismissed) await tx.insert(checklistDismissals).values({ key }).onConflictDoNothing()
  else await tx.delete(checklistDismissals).where(eq(checklistDismissals.key, key))
}

/**
 * Several features may contribute to a task: all have to be done, and the link is that of the first open one. A task
 * without contributions is open.
 */
export async function readEntry(
  { services, items, ...asked }: Reading,
  key: ChecklistKey,
  isDismissed: boolean,
): Promise<ChecklistEntry> {
  const parts = await Promise.all(items.filter((item) => item.key === key).map((item) => item.left(services, asked)))
  const open = parts.filter(({ isDone }) => !isDone)
  const counts = parts.flatMap(({ count }) => count ?? [])
  return {
    key,
    state: parts.length > 0 && open.length === 0 ? 'done' : isDismissed ? 'dismissed' : 'open',
    count: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    href: (open[0] ?? parts[0])?.href ?? href(adminPaths.dashboard),
  }
}

async function readDismissed(db: Database): Promise<Set<string>> {
  const rows = await db.select({ key: checklistDismissals.key }).from(checklistDismissals)
  return new Set(rows.map(({ key }) => key))
}
