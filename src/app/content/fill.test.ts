import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createAdministrator } from '#auth/store'
import { listPageContents } from '#features/page-contents/store'
import { postStore } from '#features/posts/store'
import { projectStore } from '#features/projects/store'
import { posts } from '#features/posts/table'
import { projects } from '#features/projects/table'
import { pageContents } from '#features/page-contents/table'
import { waitlistSubscribers } from '#features/waitlist/table'
import type { Database } from '#platform/db/database'
import type { WriteEvent } from '#platform/events/events'
import type { Services } from '#platform/services'
import { testServices } from '#test/api'
import { collectContent, packContent, readArchive } from '#test/site-content'
import { readReadable, starterFolder } from '#platform/readable-rows'
import { fillWhenEmpty, toSiteContent } from './fill'
import type { SiteContent } from './site-content'

let site: Awaited<ReturnType<typeof testServices>> & { db: Database }
let services: Services
beforeAll(async () => {
  const made = await testServices()
  services = made.services
  site = { ...made, db: services.db }
})
beforeEach(() => site.reset())
afterAll(() => site.close())

test('an empty database gets all six pages, posts and projects in both languages', async () => {
  await fillWhenEmpty(services)
  const pages = await listPageContents(site.db)
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

test('the lists of its pages have every entry in both languages', async () => {
  await fillWhenEmpty(services)
  const stored = await site.db.select().from(pageContents)
  const lists = stored.flatMap(({ content }) => {
    const { translations, ...english } = JSON.parse(content)
    return Object.entries(english)
      .filter(([, value]) => Array.isArray(value))
      .map(([name, list]) => [(list as unknown[]).length, translations.es[name].length])
  })
  expect(lists.length).toBe(5)
  for (const [english, spanish] of lists) expect(spanish).toBe(english)
})

test('the sanitizer would change nothing in it', async () => {
  await fillWhenEmpty(services)
  for (const { slug } of await postStore.list(site.db)) {
    const [stored] = await site.db.select().from(posts).where(eq(posts.slug, slug))
    expect((await postStore.find(site.db, slug)).content).toBe(stored!.content)
  }
})

test('several processes that start at once insert it once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => fillWhenEmpty(services)))
  const slugs = (await postStore.list(site.db)).map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(0)
  expect(new Set(slugs).size).toBe(slugs.length)
})

test('an administrator who deleted everything does not get it back', async () => {
  await fillWhenEmpty(services)
  await createAdministrator(site.db, { username: 'ada', password: 'a long enough password' })
  for (const table of [posts, projects, pageContents]) await site.db.delete(table)
  await fillWhenEmpty(services)
  expect(await postStore.list(site.db)).toEqual([])
})

test('a new site has exactly the starter content, in the format of an archive', async () => {
  const moment = '2026-05-06T07:08:09.000Z'
  const written = toSiteContent(readReadable(starterFolder), moment)
  await fillWhenEmpty(services)
  const stored = await collectContent(site.db)
  const withoutMoment = (content: SiteContent): SiteContent =>
    Object.fromEntries(
      Object.entries(content).map(([part, rows]) => [part, rows.map((row) => ({ ...row, updatedAt: moment }))]),
    )
  expect(withoutMoment(stored)).toEqual(written)
  expect(Object.keys(stored)).toEqual(Object.keys(written))
  expect(await readArchive(await packContent(written))).toEqual(written)
  const [changed] = stored.posts ?? []
  expect(Math.abs(Date.parse(String(changed?.updatedAt)) - Date.now())).toBeLessThan(60_000)
})

test('ids continue above the starter content, and start at one where it has nothing', async () => {
  await fillWhenEmpty(services)
  const [post] = await site.db
    .insert(posts)
    .values({
      slug: 'next',
      title: '',
      excerpt: '',
      imageUrl: '',
      content: '',
      publishedAt: '2026-01-01T00:00:00.000Z',
    })
    .returning()
  const [subscriber] = await site.db.insert(waitlistSubscribers).values({ email: 'a@example.com' }).returning()
  expect([post?.id, subscriber?.id]).toEqual([8, 1])
})

test('inserting it is one event, emitted by the process that did it', async () => {
  const heard: WriteEvent[] = []
  const stop = services.events.subscribe((event) => void heard.push(event))
  await fillWhenEmpty(services)
  await fillWhenEmpty(services)
  stop()
  expect(heard).toEqual([{ kind: 'site', action: 'created', id: null, name: 'site.created', actor: { is: 'system' } }])
})
