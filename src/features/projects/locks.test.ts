import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { OpenDatabase } from '#platform/db/database'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import { createLog } from '#platform/log/log'
import { findableRecords } from '#records/store/content-kind'
import { countWaiting, type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'
import { until } from '#test/waiting'
import { projectKind } from './contract'
import { orderProjects } from './store'
import { projects } from './table'

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
describe.skipIf(!testServer)('on a PostgreSQL server', () => {
  let server: ServerDatabase
  let open: OpenDatabase
  beforeEach(async () => {
    server = await serverDatabase()
    open = await openDatabase({ databaseUrl: server.url, dataDir: '' }, createLog('silent', false), migrateDatabase)
  }, 30_000)
  afterEach(async () => {
    await open?.close()
    await server?.drop()
  })

  test('reordering records and indexing them for the search do not deadlock', async () => {
    const { db } = open
    const project = (at: number) => ({
      slug: `p-${at}`,
      title: `P ${at}`,
      description: '',
      imageUrl: '',
      content: '',
      category: '',
    })
    const rows = await db.insert(projects).values([1, 2, 3].map(project)).returning({ id: projects.id })
    const ids = rows.map(({ id }) => id)
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holder = db.transaction(async (tx) => {
      await tx.select().from(projects).where(eq(projects.id, ids[1]!)).for('update')
      held.resolve()
      await release.promise
    })
    await held.promise

    const found = db.transaction((tx) => findableRecords(projectKind, projects).read(tx, ids.map(String)))
    await until(async () => (await countWaiting(db)) === 1)
    const ordered = db.transaction((tx) => orderProjects(tx, [ids[2]!, ids[0]!, ids[1]!]))
    await until(async () => (await countWaiting(db)) === 2)
    release.resolve()
    await holder

    expect((await found).map(({ id }) => id)).toEqual(ids.map(String))
    await ordered
    const positions = await db.select({ position: projects.position }).from(projects).orderBy(projects.id)
    expect(positions).toEqual([{ position: 1 }, { position: 2 }, { position: 0 }])
  }, 30_000)
})
