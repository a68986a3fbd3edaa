import { sql } from 'drizzle-orm'
import { createChanges, nextChangeId } from '#platform/events/changes'
import type { Database } from '#platform/db/database'
import { openDatabase } from '#platform/db/open-database'
import { migrateDatabase } from '#platform/db/migrate'
import { createCacheTags, machineOf } from '#platform/cache/cache-tags'
import { createLog } from '#platform/log/log'
import { createPeers } from '#platform/cache/peers'
import { throttles } from '#platform/writes/table'
import { serverDatabase } from '../database/server-database'

/**
 * `TEST_DATABASE_URL=… bun src/test/bench/commits.ts [--rounds=5] [--seconds=1]`: commits per second of one process,
 * with one and with ten writers, by the notification of a commit, in interleaved rounds. The server should flush as in
 * production.
 */
const rounds = Number(option('rounds') ?? 5)
const seconds = Number(option('seconds') ?? 1)
const log = createLog('silent', false)

type Way = { name: string; others: number; write(tx: Database): Promise<unknown>; answer(): Promise<unknown> }

if (process.argv.includes('--listen')) {
  await join(process.env.DATABASE_URL ?? '')
  await new Promise(() => {})
}

const server = await serverDatabase()
const { db, cacheTags, peers, changes, close } = await join(server.url)
const others: Bun.Subprocess[] = []
const found = new Map<string, number[]>()
const ways: Way[] = [
  { name: 'a row', others: 0, write: insert, answer: async () => {} },
  {
    name: 'a row that open windows hear of (a sign-up)',
    others: 0,
    write: insert,
    answer: () => changes.announce(db, [{ id: nextChangeId(), change: 'none' }]),
  },
  {
    name: 'the same, were it told inside the transaction',
    others: 0,
    write: async (tx) => {
      await insert(tx)
      await tx.execute(sql`select pg_notify('industria_changes', '[]')`)
    },
    answer: async () => {},
  },
  ...[0, 1, 3].map((count) => ({
    name: `a row that pages show (a post), ${count === 0 ? 'no' : count} other machine${count === 1 ? '' : 's'}`,
    others: count,
    write: async (tx: Database) => {
      await insert(tx)
      await cacheTags.announce(tx, ['post'])
    },
    answer: () => cacheTags.touch(['post']),
  })),
]
try {
  for (let round = -1; round < rounds; round++)
    for (const way of ways) {
      await setOthers(way.others)
      for (const writers of [1, 10]) {
        const rate = await commitsPerSecond(way, writers)
        const key = `${way.name} ${writers}`
        // The first round warms up.
        if (round >= 0) found.set(key, [...(found.get(key) ?? []), rate])
      }
    }
} finally {
  await setOthers(0)
  await close()
  await server.drop()
}
console.log('| a commit | one writer, commits/s | ten writers, commits/s |')
console.log('|---|---:|---:|')
for (const { name } of ways) console.log(`| ${name} | ${middle(`${name} 1`)} | ${middle(`${name} 10`)} |`)
process.exit(0)

async function commitsPerSecond({ write, answer }: Way, writers: number): Promise<number> {
  const begun = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() - begun < seconds * 1000) {
        // On a busy disk a commit may take longer than the limit of a request.
        const isDone = await db.transaction(write).then(
          () => true,
          () => false,
        )
        if (!isDone) continue
        await answer()
        done++
      }
    }),
  )
  return done / ((performance.now() - begun) / 1000)
}

function insert(tx: Database) {
  return tx.insert(throttles).values({ key: crypto.randomUUID(), hits: [], expiresAt: new Date().toISOString() })
}

async function join(databaseUrl: string) {
  const database = await openDatabase({ databaseUrl, dataDir: '' }, log, migrateDatabase)
  if (!database.channel) throw new Error('The bench needs a PostgreSQL server')
  const peersHere = createPeers(database.channel, log, machineOf(undefined))
  return {
    ...database,
    peers: peersHere,
    cacheTags: createCacheTags({ channel: database.channel, peers: peersHere }),
    changes: createChanges({ channel: database.channel }),
  }
}

async function setOthers(count: number): Promise<void> {
  while (others.length > count) {
    const other = others.pop()
    other?.kill('SIGKILL')
    await other?.exited
  }
  while (others.length < count)
    others.push(
      Bun.spawn([process.execPath, Bun.main, '--listen'], {
        env: { ...process.env, DATABASE_URL: server.url },
        stdout: 'ignore',
        stderr: 'inherit',
      }),
    )
  if (count > 0) for (let tries = 0; tries < 500 && !peers.areThere(); tries++) await Bun.sleep(10)
  // All notifications have arrived, and closed connections are no longer waited for.
  await Bun.sleep(1500)
  await peers.haveHeard()
}

function middle(key: string): string {
  const sorted = (found.get(key) ?? []).toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0).toLocaleString('en')
}

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
}
