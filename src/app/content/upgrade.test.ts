import { afterEach, describe, expect, test } from 'bun:test'
import { collecting } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Database } from '#platform/db/database'
import { migrateDatabase } from '#platform/db/migrate'
import { listMessages } from '#features/messages/store'
import { findPageContent } from '#features/page-contents/store'
import { listFeed } from '#features/posts/feed'
import { postStore } from '#features/posts/store'
import { createCacheTags } from '#platform/cache/cache-tags'
import type { EditedPart } from '#records/api/queries'
import type { RecordInput, StatusFilter } from '#records/kind/record'
import { projectStore } from '#features/projects/store'
import { listSubscribers } from '#features/waitlist/store'
import { bareDatabases } from '#test/database/bare-databases'
import { testServer } from '#test/database/server-database'

const migrations = resolve(import.meta.dir, '../../../drizzle')
/** The name of the first release's newest migration. */
const released = '0000_start'

const { embedded, onServer: newOnServer, later, clear } = bareDatabases()
afterEach(clear)

const onServer = () => newOnServer({ max: 2 })

/** A folder with the migrations of the first release. */
function releasedMigrations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'released-'))
  later(async () => rmSync(folder, { recursive: true, force: true }))
  cpSync(migrations, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const last = journal.entries.findIndex(({ tag }) => tag === released)
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }),
  )
  return folder
}

const listEdited = async (
  store: typeof postStore | typeof projectStore,
  db: Database,
  status: StatusFilter,
  part: EditedPart = {},
) => (await store.listEditedPart(db, createCacheTags(), status, part)).rows

/** A section that was removed in English, but not in Spanish. */
const drifted = JSON.stringify({
  sections: [{ title: 'Privacy' }, { title: 'Cookies' }],
  translations: { es: { sections: [{ title: 'Privacidad' }, { title: 'Condiciones' }, { title: 'Cookies' }] } },
})

/** Rows as written by the first release. */
async function fillAsReleased(db: Database): Promise<void> {
  await db.execute(sql`insert into posts (slug, title, excerpt, image_url, category, content, translations, published_at, updated_at, version)
    values ('old', 'Old', 'In short.', '/a.webp', 'Notes', '{"content":"<p>Old</p>","metadata":{"title":"SEO"}}', '{"es":{"title":"Viejo"}}', now() - interval '1 day', now() - interval '1 hour', 3),
      ('monday', 'Monday', 'In short.', '/a.webp', '', '<p>Later</p>', '{}', now() + interval '3 days', now(), 1)`)
  await db.execute(sql`insert into projects (slug, title, description, image_url, category, content, is_featured)
    values ('reader', 'Reader', 'Reads.', '/r.webp', 'Homes', '<p>Reads</p>', true)`)
  await db.execute(
    sql`insert into page_contents (page, content, version) values ('about', '{"title":"About"}', 2), ('legal', ${drifted}, 1)`,
  )
  await db.execute(
    sql`insert into users (username, username_key, password_hash, first) values ('Ada', 'ada', 'hash', true)`,
  )
  await db.execute(
    sql`insert into contact_messages (name, email, subject, message, spam) values ('Zoë', 'z@example.com', 'Hello', 'Good day', false),
      ('Robot', 'r@example.com', 'Clocks', 'Cheap', true)`,
  )
  await db.execute(sql`insert into waitlist_subscribers (email, email_key) values ('Z@example.com', 'z@example.com')`)
}

const messagesOfThen = [
  { name: 'Robot', folder: 'spam', spam: { score: 100 } },
  { name: 'Zoë', folder: 'inbox', read: false, spam: { score: 0, reasons: [] }, replies: 0 },
]

const databases = { embedded, ...(testServer ? { 'on a PostgreSQL server': onServer } : {}) }

describe.each(Object.entries(databases))('a database of the first release, %s', (_, open) => {
  test('opens with all its content, and can be written to', async () => {
    const db = await open()
    await migrateDatabase(db, undefined, { migrationsFolder: releasedMigrations() })
    await fillAsReleased(db)
    await migrateDatabase(db)

    expect(await postStore.find(db, 'old')).toMatchObject({
      title: 'Old',
      version: 3,
      status: 'published',
      metadata: { title: 'SEO' },
      translations: { es: { title: 'Viejo' } },
    })
    expect((await postStore.list(db)).map(({ slug }) => slug)).toEqual(['old'])
    expect(await listEdited(postStore, db, 'scheduled')).toMatchObject([{ slug: 'monday' }])
    expect(await listEdited(postStore, db, 'all', { q: 'viejo' })).toMatchObject([{ slug: 'old' }])
    expect(await listEdited(projectStore, db, 'all', { q: 'reader' })).toMatchObject([{ slug: 'reader' }])
    // As its entry in feeds was named.
    for (const [language, id] of [
      ['en', '/blog/old/'],
      ['es', '/es/blog/old/'],
    ] as const)
      expect(await listFeed(db, { language, limit: 20, origin: 'https://acme.test' })).toMatchObject([{ id }])
    const project = await projectStore.find(db, 'reader')
    expect(project).toMatchObject({ isFeatured: true, publishedAt: project.updatedAt })
    expect(await findPageContent(db, 'about')).toMatchObject({ content: '{"title":"About"}', version: 2 })
    expect(await (await listSubscribers(db)).whole()).toMatchObject([{ email: 'Z@example.com', state: 'unasked' }])
    expect(await (await listMessages(db, { folder: 'all' })).whole()).toMatchObject(messagesOfThen)
    expect(JSON.parse((await findPageContent(db, 'legal')).content).translations.es.sections).toEqual([
      { title: 'Privacidad' },
      { title: 'Cookies' },
      { title: 'Condiciones' },
    ])

    const saved = await db.transaction((tx) =>
      postStore.update(
        collecting(tx),
        { id: 1, expected: undefined, actor: { is: 'system' } },
        {
          input: {
            title: 'New',
            slug: '',
            content: '<p>New</p>',
            excerpt: 'In short.',
            imageUrl: '/a.webp',
            category: '',
          } as RecordInput,
          faults: [],
        },
      ),
    )
    expect(saved).toMatchObject({ title: 'New', version: 4, translations: { es: { title: 'Viejo' } } })
  })

  test('still serves a process of the first release: its writes are seen', async () => {
    const db = await open()
    await migrateDatabase(db, undefined, { migrationsFolder: releasedMigrations() })
    await migrateDatabase(db)
    await fillAsReleased(db)
    expect((await postStore.list(db)).map(({ slug }) => slug)).toEqual(['old'])
    expect(await (await listSubscribers(db)).whole()).toMatchObject([{ email: 'Z@example.com', state: 'unasked' }])
    expect(await (await listMessages(db, { folder: 'all' })).whole()).toMatchObject(messagesOfThen)
    expect(await listEdited(postStore, db, 'all', { q: 'viejo' })).toMatchObject([{ slug: 'old' }])
    expect(await projectStore.list(db)).toMatchObject([{ slug: 'reader', publishedAt: expect.any(String) }])
  })
})
