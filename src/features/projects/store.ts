import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { slugPattern, withSlug } from '#records/slugs'
import { notFound } from '#base/http-error'
import { checkVersion, type Expected } from '#base/writes/versions'
import { cleanContent, cleanTranslations, contentToStore, storedMetadata, translationsToStore } from '#records/stored-content'
import { type Project, type ProjectInput, type ProjectSummary, type ProjectTranslations, reservedSlug } from './contract'
import { projects } from './table'

/** By id, highest first. */
export async function listProjects(db: Database): Promise<ProjectSummary[]> {
  return db.select(summary).from(projects).orderBy(desc(projects.id))
}

export async function listFeaturedProjects(db: Database): Promise<ProjectSummary[]> {
  return db.select(summary).from(projects).where(eq(projects.isFeatured, true)).orderBy(desc(projects.id))
}

export async function findProject(db: Database, slug: string): Promise<Project> {
  const [row] = slugPattern.test(slug) ? await db.select().from(projects).where(eq(projects.slug, slug)) : []
  if (!row) throw notFound('project')
  return toProject(row)
}

export async function createProject(tx: Database, input: ProjectInput): Promise<Project> {
  const values = toRow(input)
  const [row] = await withSlug(tx, projects, slugOf(input), (savepoint, slug) => savepoint.insert(projects).values({ ...values, slug }).returning())
  return toProject(row!)
}

/** Translations that the input leaves out stay as they are. */
export async function updateProject(tx: Database, id: number, input: ProjectInput, expected: Expected): Promise<Project> {
  const { slug: own, version } = await lockProject(tx, id, expected)
  const values = { ...toRow(input), version: version + 1, updatedAt: sql`now()` }
  const [row] = await withSlug(tx, projects, { ...slugOf(input), own }, (savepoint, slug) =>
    savepoint.update(projects).set({ ...values, slug }).where(eq(projects.id, id)).returning())
  return toProject(row!)
}

export async function deleteProject(tx: Database, id: number, expected: Expected): Promise<void> {
  await lockProject(tx, id, expected)
  await tx.delete(projects).where(eq(projects.id, id))
}

const { content: _, ...columns } = getTableColumns(projects)
const summary = { ...columns, translations: sql<ProjectTranslations>`${projects.translations} #- '{es,content}' #- '{es,metadata}'`.mapWith(projects.translations) }

async function lockProject(tx: Database, id: number, expected: Expected) {
  const [row] = await tx.select({ slug: projects.slug, version: projects.version }).from(projects).where(eq(projects.id, id)).for('update')
  if (!row) throw notFound('project')
  checkVersion(row.version, expected)
  return row
}

const slugOf = ({ slug, title }: ProjectInput) => ({ typed: slug, title, fallback: 'project', reserved: [reservedSlug] })

const toRow = ({ metadata, translations, ...input }: ProjectInput) => ({
  ...input,
  content: contentToStore(input.content, metadata),
  ...(translations ? { translations: translationsToStore(translations) } : {}),
})

const toProject = (row: typeof projects.$inferSelect): Project => ({
  ...row,
  content: cleanContent(row.content, `project ${row.id}`),
  metadata: storedMetadata(row.content),
  translations: cleanTranslations(row.translations, `project ${row.id}`),
})
