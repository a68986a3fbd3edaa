import { expect, test } from 'bun:test'
import type { Transaction } from '#platform/events/events'
import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { quietChannel } from '#test/screens/channel'
import { type ChangeEntry, createChanges, withChanges, emitChanges } from './changes'
import type { Database } from '#platform/db/database'

/** A fake database that records its queries, and fails at `failing`. */
function notingDatabase({ failing }: { failing?: string } = {}) {
  const asked: string[] = []
  const told: ChangeEntry[][] = []
  const note = (on: string) => async (query: ReturnType<typeof sql>) => {
    const { sql: text, params } = new PgDialect().sqlToQuery(query)
    await Promise.resolve()
    asked.push(`${text.split('(')[0]} ${on}`)
    if (failing && text.includes(failing)) throw new Error('The database is away')
    if (text.includes('pg_notify')) told.push(JSON.parse(String(params[1])) as ChangeEntry[])
  }
  const db = {
    execute: note('outside'),
    async transaction(work: (tx: unknown) => Promise<unknown>) {
      const result = await work({ execute: note('inside') })
      asked.push('commit')
      return result
    },
  } as unknown as Database
  return { db, asked, told }
}

const changed = (id: number): ChangeEntry => ({ id: `entry ${id}`, change: { kind: 'post', action: 'updated', id } })

test('the changes of a transaction are published after its commit, and before its result is returned', async () => {
  const { db, asked, told } = notingDatabase()
  const changes = createChanges({ channel: quietChannel() })
  const result = await withChanges({ db, changes }, async (tx) => {
    await tx.execute(sql`insert (1)`)
    emitChanges(tx, [{ kind: 'post', action: 'created', id: 7 }])
    return 'done'
  })
  expect(result).toBe('done')
  expect(asked).toEqual(['insert  inside', 'commit', 'select pg_notify outside'])
  expect(told[0]).toMatchObject([{ change: { kind: 'post', action: 'created', id: 7 } }])
})

test('a commit stands even if publishing it fails; the next notification then invalidates everything', async () => {
  const { db, told } = notingDatabase()
  const changes = createChanges({ channel: quietChannel() })
  const failing = notingDatabase({ failing: 'pg_notify' })
  const work = async (tx: Transaction) => {
    emitChanges(tx, [{ kind: 'post', action: 'created', id: 7 }])
    return 'done'
  }
  expect(await withChanges({ db: failing.db, changes }, work)).toBe('done')
  await changes.announce(db, [changed(2)])
  expect(told.flat().map(({ change }) => change)).toEqual(['all', changed(2).change])
})

test('the changes of many concurrent writes are published together, in their order', async () => {
  const { db, told } = notingDatabase()
  const changes = createChanges({ channel: quietChannel() })
  const entries = Array.from({ length: 100 }, (_, id) => changed(id))
  await Promise.all(entries.map((entry) => changes.announce(db, [entry])))
  expect(told.flat()).toEqual(entries)
  expect(told.length).toBeLessThan(10)
})
