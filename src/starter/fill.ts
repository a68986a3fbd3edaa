import { sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { users } from '#auth/table'
import { pageNames } from '#features/pages/contract'
import { pageContents } from '#features/pages/table'
import { posts } from '#features/posts/table'
import { projects } from '#features/projects/table'
import { packContent } from '#records/content'
import type { StarterPost } from './posts'
import type { StarterProject } from './projects'

/** Any number, so long as every process asks for the same. */
const lockKey = 7_305_114_823

/**
 * Writes the starter content, once, into a database in which nobody has written yet: no content, and no administrator who might
 * have deleted it. Of several processes that start at once, one does it.
 */
export async function fillWhenEmpty(db: Database): Promise<void> {
  if (!(await isEmpty(db))) return
  const [{ starterPages }, { starterPosts }, { starterProjects }] = await Promise.all([import('./pages'), import('./posts'), import('./projects')])
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
    if (!(await isEmpty(tx))) return
    await tx.insert(pageContents).values(pageNames.map((page) => ({ page, content: JSON.stringify(starterPages[page], null, 2) })))
    await tx.insert(posts).values(starterPosts.toReversed().map(postRow))
    await tx.insert(projects).values(starterProjects.map(projectRow))
  })
}

async function isEmpty(db: Database): Promise<boolean> {
  const [found] = await db.select({
    any: sql<boolean>`exists (select from ${posts}) or exists (select from ${projects}) or exists (select from ${pageContents}) or exists (select from ${users})`,
  }).from(sql`(select 1) as one`)
  return found?.any === false
}

const postRow = ({ metadata = {}, content, translations: { es }, ...post }: StarterPost) => ({
  ...post,
  content: packContent({ html: content, metadata }),
  translations: { es: { title: es.title, excerpt: es.excerpt, content: es.content, metadata: es.metadata } },
})

const projectRow = ({ metadata = {}, content, translations: { es }, ...project }: StarterProject) => ({
  ...project,
  content: packContent({ html: content, metadata }),
  translations: { es: { title: es.title, description: es.description, excerpt: es.excerpt, category: es.category, content: es.content, metadata: es.metadata } },
})
