import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createAdministrator } from '#auth/store'
import { listPages } from '#features/pages/store'
import { postStore } from '#features/posts/store'
import { projectStore } from '#features/projects/store'
import { posts } from '#features/posts/table'
import { projects } from '#features/projects/table'
import { pageContents } from '#features/pages/table'
import { type TestDatabase, testDatabase } from '#test/database'
import { fillWhenEmpty } from './fill'

let site: TestDatabase
beforeAll(async () => { site = await testDatabase() })
beforeEach(() => site.reset())
afterAll(() => site.close())

test('an empty database gets all six pages, posts and projects in both languages', async () => {
  await fillWhenEmpty(site.db)
  const pages = await listPages(site.db)
  expect(pages.map(({ page }) => page).toSorted()).toEqual(['about', 'blog', 'contact', 'home', 'legal', 'projects'])
  expect(pages.every(({ content }) => 'es' in JSON.parse(content).translations)).toBe(true)
  const list = await postStore.list(site.db)
  expect(list.length).toBeGreaterThanOrEqual(6)
  expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted((a, b) => b - a))
  const post = await postStore.find(site.db, list[0]!.slug)
  expect(post.translations.es?.content).toStartWith('<')
  expect((await projectStore.list(site.db)).length).toBeGreaterThanOrEqual(6)
  expect((await projectStore.list(site.db)).some(({ isFeatured }) => isFeatured)).toBe(true)
})

test('what the sanitizer would change is not in it', async () => {
  await fillWhenEmpty(site.db)
  for (const { slug } of await postStore.list(site.db)) {
    const [stored] = await site.db.select().from(posts).where(eq(posts.slug, slug))
    expect((await postStore.find(site.db, slug)).content).toBe(stored!.content)
  }
})

test('several processes that start at once fill it once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => fillWhenEmpty(site.db)))
  const slugs = (await postStore.list(site.db)).map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  expect(new Set(slugs).size).toBe(slugs.length)
})

test('an administrator who deleted everything does not get it back', async () => {
  await fillWhenEmpty(site.db)
  await createAdministrator(site.db, { username: 'ada', password: 'a long enough password' })
  for (const table of [posts, projects, pageContents]) await site.db.delete(table)
  await fillWhenEmpty(site.db)
  expect(await postStore.list(site.db)).toEqual([])
})
