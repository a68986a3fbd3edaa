import { desc, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { invalid } from '#contract/http-error'
import { recordStore } from '#records/store'
import { projectKind, type NextProject } from './contract'
import { projects } from './table'

const order = [sql`${projects.position} asc nulls first`, desc(projects.id)]

/** In the manual order; newer projects come first, and without a manual order all are ordered by id. */
export const projectStore = recordStore(projectKind, projects, {
  order,
})

/** The public project after this one in the list, the first one after the last; null if there is no other. Throws 404. */
export async function findNext(db: Database, slug: string): Promise<NextProject> {
  const { id } = await projectStore.find(db, slug, { inAnyLanguage: true })
  const { position } = projects
  const own = sql`(select ${position} from ${projects} where ${eq(projects.id, id)})`
  const follows = sql`case
    when ${position} is null then ${own} is null and ${projects.id} < ${id}
    else ${own} is null or ${position} > ${own} or (${position} = ${own} and ${projects.id} < ${id})
  end`
  const [next] = await projectStore.list(db, { where: follows, limit: 1 })
  const [first] = next ? [next] : await projectStore.list(db, { where: ne(projects.id, id), limit: 1 })
  return { next: first ?? null }
}

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
