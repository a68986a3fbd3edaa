import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import { slugPattern, withSlug } from '#records/slugs'
import { notFound } from '#base/http-error'
import { checkVersion, type Expected } from '#base/writes/versions'
import { cleanContent, cleanTranslations, contentToStore, storedMetadata, translationsToStore } from '#records/stored-content'
import type { Post, PostInput, PostSummary, PostTranslations } from './contract'
import { posts } from './table'

/** Newest first, all of them unless `limit` says otherwise. */
export async function listPosts(db: Database, limit?: number): Promise<PostSummary[]> {
  const query = db.select(summary).from(posts).orderBy(desc(posts.publishedAt), desc(posts.id))
  return limit === undefined ? query : query.limit(limit)
}

export async function findPost(db: Database, slug: string): Promise<Post> {
  const [row] = slugPattern.test(slug) ? await db.select().from(posts).where(eq(posts.slug, slug)) : []
  if (!row) throw notFound('post')
  return toPost(row)
}

export async function createPost(tx: Database, input: PostInput): Promise<Post> {
  const values = { ...toRow(input), publishedAt: input.publishedAt ?? new Date().toISOString() }
  const [row] = await withSlug(tx, posts, slugOf(input), (savepoint, slug) => savepoint.insert(posts).values({ ...values, slug }).returning())
  return toPost(row!)
}

/** What the input leaves out of translations and publishing date stays as it is. */
export async function updatePost(tx: Database, id: number, input: PostInput, expected: Expected): Promise<Post> {
  const { slug: own, version } = await lockPost(tx, id, expected)
  const values = { ...toRow(input), version: version + 1, updatedAt: sql`now()` }
  const [row] = await withSlug(tx, posts, { ...slugOf(input), own }, (savepoint, slug) =>
    savepoint.update(posts).set({ ...values, slug }).where(eq(posts.id, id)).returning())
  return toPost(row!)
}

export async function deletePost(tx: Database, id: number, expected: Expected): Promise<void> {
  await lockPost(tx, id, expected)
  await tx.delete(posts).where(eq(posts.id, id))
}

const { content: _, ...columns } = getTableColumns(posts)
const summary = { ...columns, translations: sql<PostTranslations>`${posts.translations} #- '{es,content}' #- '{es,metadata}'`.mapWith(posts.translations) }

async function lockPost(tx: Database, id: number, expected: Expected) {
  const [row] = await tx.select({ slug: posts.slug, version: posts.version }).from(posts).where(eq(posts.id, id)).for('update')
  if (!row) throw notFound('post')
  checkVersion(row.version, expected)
  return row
}

const slugOf = ({ slug, title }: PostInput) => ({ typed: slug, title, fallback: 'post' })

const toRow = ({ metadata, translations, ...input }: PostInput) => ({
  ...input,
  content: contentToStore(input.content, metadata),
  ...(translations ? { translations: translationsToStore(translations) } : {}),
})

const toPost = (row: typeof posts.$inferSelect): Post => ({
  ...row,
  content: cleanContent(row.content, `post ${row.id}`),
  metadata: storedMetadata(row.content),
  translations: cleanTranslations(row.translations, `post ${row.id}`),
})
