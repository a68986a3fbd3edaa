import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { invalid } from '#contract/http-error'
import { recordStore } from '#records/store'
import { projectKind } from './contract'
import { projects } from './table'

const order = [sql`${projects.position} asc nulls first`, desc(projects.id)]

/** In the manual order; newer projects come first, and without a manual order all are ordered by id. */
export const projectStore = recordStore(projectKind, projects, {
  order,
})

/**
 * Sets the manual order: `ids` has each project outside the trash once, or none for the order by id. Resolves to the moved
 * project if exactly one was moved. Throws 422.
 */
export async function orderProjects(
  tx: Database,
  ids: readonly number[],
): Promise<{ id: number; title: string } | undefined> {
  const isListed = sql`${projects.status} <> 'trashed'`
  // Locked in the order of ids, as by the search index; the manual order could cause a deadlock.
  await tx.select({ id: projects.id }).from(projects).where(isListed).orderBy(projects.id).for('update')
  const rows = await tx
    .select({ id: projects.id, title: projects.title })
    .from(projects)
    .where(isListed)
    .orderBy(...order)
  const isWhole =
    new Set(ids).size === ids.length && ids.length === rows.length && rows.every(({ id }) => ids.includes(id))
  if (ids.length > 0 && !isWhole) throw invalid([{ path: 'ids', message: 'validation.order' }])
  await tx.update(projects).set({ position: null })
  for (const [position, id] of ids.entries()) await tx.update(projects).set({ position }).where(eq(projects.id, id))
  const before = rows.map(({ id }) => id)
  const moved = movedOf(before, ids)
  return rows.find(({ id }) => id === moved)
}

/** The id whose removal makes both orders equal. */
function movedOf(before: readonly number[], after: readonly number[]): number | undefined {
  const first = before.findIndex((id, index) => id !== after[index])
  return [after[first], before[first]].find(
    (moved) =>
      moved !== undefined && before.filter((id) => id !== moved).join() === after.filter((id) => id !== moved).join(),
  )
}
