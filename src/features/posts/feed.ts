import type { FeedEntry } from '#platform/feature'
import type { Database } from '#platform/db/database'
import { type Language, languages } from '#i18n/language'
import { unpackContent } from '#records/kind/content'
import { recordHref, localize } from '#records/translation/localize'
import { localizeMetadata } from '#records/translation/versions'
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Transaction, WriteEvent } from '#platform/events/events'
import { postPath } from './paths'
import { feedIds, posts } from './table'
import { postStore } from './store'

/** The newest posts, with their contents. */
export async function listFeed(
  db: Database,
  { language, limit, origin }: { language: Language; limit: number; origin: string },
): Promise<FeedEntry[]> {
  const whole = await postStore.listWhole(db, language, limit)
  const listed = whole.filter((post) => !localizeMetadata(post, language).noindex)
  const shown = listed.map((post) => ({ id: post.id, path: recordHref(postPath, post, language) }))
  const ids = await readFeedIds(db, { language, origin }, shown)
  return listed.map((post) => {
    const { title, excerpt, content, category } = localize(post, language)
    const address = recordHref(postPath, post, language)
    return {
      id: ids.get(post.id) ?? address,
      title,
      summary: excerpt,
      html: unpackContent(content).html,
      address,
      publishedAt: post.publishedAt,
      changedAt: post.updatedAt,
      author: post.author,
      category,
    }
  })
}

/** The ids of posts in a feed, which are paths if SITE_URL has never been set. A post without one has its own path. */
async function readFeedIds(
  db: Database,
  { language, origin }: { language: Language; origin: string },
  shown: readonly { id: number; path: string }[],
): Promise<Map<number, string>> {
  const paths = shown.flatMap(({ path }) => [path, origin + path])
  const ids = shown.map(({ id }) => id)
  const rows = await db
    .select()
    .from(feedIds)
    .where(or(and(eq(feedIds.language, language), inArray(feedIds.postId, ids)), inArray(feedIds.uri, paths)))
  const known = new Map(rows.map((row) => [`${row.language} ${row.postId}`, row.uri]))
  const taken = new Set(rows.map((row) => row.uri))
  return new Map(
    shown.map(({ id, path }) => {
      const isTaken = taken.has(path) || taken.has(origin + path)
      return [id, known.get(`${language} ${id}`) ?? (isTaken ? ownId(path, id) : path)]
    }),
  )
}

/** Posts without ids handled in one transaction. */
const batch = 500

type Site = Pick<Config, 'siteUrl'>

/**
 * Stores the ids of a post when it is first public: its URLs of that moment, which stay its ids when its slug changes (RFC
 * 4287, 4.2.6), even after its deletion, so that no other post gets them.
 */
export async function keepFeedIds(tx: Transaction, event: WriteEvent, { config }: { config: Site }): Promise<void> {
  const { id, before, after } = event
  const wasLive = before?.status === 'published'
  const isSame = wasLive && after?.paths.join() === before.paths.join()
  // Where it was public already it may be older than the ids.
  const shown = wasLive ? before : after
  if (shown?.status === 'published' && !isSame) await store(tx, Number(id), shown.paths, config)
}

async function store(tx: Database, postId: number, paths: readonly string[], { siteUrl = '' }: Site): Promise<void> {
  const known = await tx.select({ language: feedIds.language }).from(feedIds).where(eq(feedIds.postId, postId))
  const isKnown = new Set(known.map(({ language }) => language))
  for (const [at, language] of languages.entries()) {
    const path = paths[at]
    if (path === undefined || isKnown.has(language)) continue
    const uri = (await isOfAnother(tx, path, siteUrl)) ? ownId(siteUrl + path, postId) : siteUrl + path
    await tx.insert(feedIds).values({ postId, language, uri }).onConflictDoNothing()
  }
}

const isOfAnother = async (db: Database, path: string, siteUrl: string): Promise<boolean> =>
  (await db.$count(feedIds, inArray(feedIds.uri, [path, siteUrl + path]))) > 0

/** The id of a post whose URL is the id of another. */
const ownId = (url: string, postId: number) => `${url}#post-${postId}`

/** For posts that an earlier release has published, or an archive of one has brought. */
export async function fillFeedIds(db: Database, site: Site): Promise<void> {
  // An id contains the origin under which it was first public.
  if (site.siteUrl !== undefined)
    await db.execute(sql`update feed_ids set uri = ${site.siteUrl} || uri where starts_with(uri, '/')`)
  const missing = sql`(select count(*) from feed_ids where feed_ids.post_id = ${posts.id}) < ${languages.length}`
  for (let last = 0, isMore = true; isMore;) {
    const rows = await db
      .select({ id: posts.id, slug: posts.slug, translations: posts.translations })
      .from(posts)
      .where(
        and(sql`(${posts.status} = 'published' or ${posts.trashedFrom} = 'published')`, gt(posts.id, last), missing),
      )
      .orderBy(asc(posts.id))
      .limit(batch)
    for (const row of rows)
      await store(
        db,
        row.id,
        languages.map((language) => recordHref(postPath, row, language)),
        site,
      )
    last = rows.at(-1)?.id ?? last
    isMore = rows.length === batch
  }
}
