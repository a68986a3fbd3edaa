import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { invalid } from '#base/http-error'
import { recordStore } from '#records/store'
import { projectKind } from './contract'
import { projects } from './table'

/** In the order that somebody has put them into; what has come since stands first, by id as all do while nobody has. */
export const projectStore = recordStore(projectKind, projects, {
  order: [sql`${projects.position} asc nulls first`, desc(projects.id)],
})

/** Each project outside the trash once, or none for the order by id. Throws 422. */
export async function orderProjects(tx: Database, ids: readonly number[]): Promise<void> {
  const rows = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(sql`${projects.status} <> 'trashed'`)
    .for('update')
  const isWhole =
    new Set(ids).size === ids.length && ids.length === rows.length && rows.every(({ id }) => ids.includes(id))
  if (ids.length > 0 && !isWhole) throw invalid([{ path: 'ids', message: 'validation.order' }])
  await tx.update(projects).set({ position: null })
  for (const [position, id] of ids.entries()) await tx.update(projects).set({ position }).where(eq(projects.id, id))
}
