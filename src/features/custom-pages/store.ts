import { and, eq } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { isCalled } from '#records/store/slugs'
import { recordStore } from '#records/store'
import { customPageKind } from './contract'
import { customPages } from './table'

/** Newest first. */
export const customPageStore = recordStore(customPageKind, customPages)

/**
 * A published page by its id, or by its slug in any language. With `lock` it cannot be changed until the transaction
 * ends.
 */
export async function findHomeCustomPage(db: Database, page: number | string, { lock = false } = {}) {
  const { id, slug, translations } = customPages
  const isIt = typeof page === 'number' ? eq(id, page) : isCalled(customPages, page.normalize('NFC'))
  const query = db
    .select({ id, slug, translations })
    .from(customPages)
    .where(and(isIt, customPageStore.visible))
    .limit(1)
  const [found] = await (lock ? query.for('share') : query)
  return found
}
