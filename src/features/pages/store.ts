import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#base/db/database'
import type { PublicAddress } from '#base/feature'
import { notFound } from '#base/http-error'
import { sitePaths } from '#base/paths'
import { isRecord, parseJson } from '#base/text/parse-json'
import { checkVersion, type Expected } from '#base/writes/versions'
import { cleanPage } from './clean-page'
import { type PageContent, type PageContentInput, pageContent, pageName } from './contract'
import { fieldsOf } from './page-fields'
import { pageContents } from './table'

export async function listPages(db: Database): Promise<PageContent[]> {
  const rows = await db.select().from(pageContents).orderBy(asc(pageContents.id))
  return rows.map(toPage)
}

export async function findPage(db: Database, name: string): Promise<PageContent> {
  const known = pageName.safeParse(name)
  const [row] = known.success ? await db.select().from(pageContents).where(eq(pageContents.page, known.data)) : []
  if (!row) throw notFound('page')
  return toPage(row)
}

/** Where the pages are shown, which are there whether their content is stored or not. */
export async function* listAddresses(db: Database): AsyncGenerator<PublicAddress[]> {
  const rows = await db.select({ page: pageContents.page, content: pageContents.content }).from(pageContents)
  const contents = new Map(rows.map(({ page, content }) => [page, parseJson(content)]))
  yield pageName.options.map((name) => {
    const content = contents.get(name)
    const metadata = isRecord(content) && isRecord(content.metadata) ? content.metadata : {}
    return { page: sitePaths[name], canonical: metadata.canonical }
  })
}

/** Creates the page or replaces its content; version 1 is a page just created. */
export async function savePage(tx: Database, { page, content }: PageContentInput, expected: Expected): Promise<PageContent> {
  if (expected !== undefined) {
    const [stored] = await tx.select({ version: pageContents.version }).from(pageContents).where(eq(pageContents.page, page)).for('update')
    checkVersion(stored?.version, expected)
  }
  const clean = cleanPage(content, fieldsOf(page))
  const [row] = await tx.insert(pageContents)
    .values({ page, content: clean })
    .onConflictDoUpdate({
      target: pageContents.page,
      set: { content: clean, version: sql`${pageContents.version} + 1`, updatedAt: sql`now()` },
    })
    .returning()
  return toPage(row!)
}

function toPage(row: typeof pageContents.$inferSelect): PageContent {
  const page = pageContent.parse(row)
  return { ...page, content: cleanPage(page.content, fieldsOf(page.page)) }
}
