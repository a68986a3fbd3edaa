import { type SQL, sql } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '#platform/db/migrate'
import type { Database } from '#platform/db/database'
import { openDatabase } from '#platform/db/open-database'
import { createLog } from '#platform/log/log'
import { firstAdministrator } from '../client'
import { serverDatabase } from '../database/server-database'
import { startSite } from '../site-process'
import { rare, rareWord, storeManyPosts } from './many-posts'
import { storeManyRows } from './many-rows'

/**
 * `bun run bench:find [--count=10000] [--turns=15] [--before=FOLDER]`: milliseconds of `GET /api/find` over so many posts
 * and as many messages and subscribers, one request after the other; with `--before` beside another build, in alternation
 * on a database of its own. `one row`: a request that reads one row, for comparison. With TEST_DATABASE_URL on a
 * PostgreSQL server, otherwise embedded.
 */
const count = Number(option('count') ?? 10_000)
const turns = Number(option('turns') ?? 15)

const asked: [name: string, q: string][] = [
  ['a word of one title', `${count - 7}`],
  ['a word of every tenth title', 'loom'],
  ['a word of most titles', 'educacion'],
  ['a word of every text', 'machine'],
  ['a word of one text', rareWord(count - 1)],
  ['two words', 'energy teacher'],
  ['a beginning', 'ma'],
  ['a letter', 'm'],
  ['a typing error', 'machien'],
  ['a typing error in a word of one text', slipIn(rareWord(count - 1))],
  ['nothing', 'zzyzxqqq'],
  ['twelve words', 'school building factory model measure energy sensor teacher loom report data learning'],
  ['an address of the oldest message', `ada${count}@example.com`],
  ['a name', `Ada ${Math.floor(count / 2)}`],
  ['a part of every address', 'example'],
]

const builds = [...(option('before') ? [option('before')] : []), undefined]
const sites = await Promise.all(builds.map(start))
const figures = new Map<string, string[]>()
try {
  for (const [name, q] of [['one row', undefined] as const, ...asked]) {
    const path = q === undefined ? `/api/blog/post-${count - 3}` : `/api/find?q=${encodeURIComponent(q)}`
    const times: number[][] = sites.map(() => [])
    for (let turn = 0; turn <= turns; turn++)
      for (const [at, { client }] of sites.entries()) {
        const begun = performance.now()
        const answer = await client.get(`${path}${q === undefined ? `?turn=${turn}` : ''}`)
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
        // The first one prepares its statements.
        if (turn > 0) times[at]?.push(performance.now() - begun)
      }
    figures.set(
      name,
      times.map((own) => {
        const sorted = own.toSorted((one, other) => one - other)
        return `${(sorted[Math.floor(turns / 2)] ?? 0).toFixed(1)} (${(sorted[0] ?? 0).toFixed(1)})`
      }),
    )
    console.error(name, figures.get(name)?.join(', '))
  }
} finally {
  for (const site of sites) await site.stop()
}
console.log(`| ${count.toLocaleString('en-US')} posts, ms | ${builds.map((one) => one ?? 'now').join(' | ')} |`)
console.log(`|---|${builds.map(() => '---:|').join('')}`)
for (const [name, row] of figures) console.log(`| ${name} | ${row.join(' | ')} |`)

async function start(project: string | undefined) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-find-'))
  const server = process.env.TEST_DATABASE_URL ? await serverDatabase() : undefined
  const opened = await openDatabase({ dataDir, databaseUrl: server?.url }, createLog('error', false), migrateDatabase)
  await opened.withDedicatedConnection(async (db) => {
    await storeManyPosts(db, count)
    await storeManyRows(db, count)
    await storeFindable(db)
  })
  await opened.close()
  const site = await startSite({
    env: { THROTTLE: '0', ...(server ? { DATABASE_URL: server.url } : {}) },
    dataDir,
    project,
    seconds: 300,
  })
  return {
    client: await firstAdministrator(site),
    async stop() {
      await site.stop()
      rmSync(dataDir, { recursive: true, force: true })
      await server?.drop()
    },
  }
}

/** The entries as the job would write them, which takes minutes for so many. */
async function storeFindable(db: Database) {
  const plain = (text: SQL) => sql`lower(translate(${text}, 'óÓ.:', 'oO'))`
  await db.execute(sql`
    insert into find_entries (kind, record_id, language, version, draft, changed_at, title, folded_title, texts, words)
    select 'post', id::text, language, 1, 0, now() - id * interval '7 minutes', title, ' ' || ${plain(sql`title`)},
      jsonb_build_array(jsonb_build_object('field', 'title', 'text', title), jsonb_build_object('field', 'content', 'text', text)),
      array_to_tsvector(array_remove(string_to_array(${plain(sql`title || ' ' || text`)}, ' '), ''))
    from (
      select id, language, title, regexp_replace(content, '<[^>]*>', ' ', 'g') || ' ' || ${rare(sql`id`)} as text
      from (select id, 'en' as language, title, content from posts
        union all select id, 'es', translations -> 'es' ->> 'title', translations -> 'es' ->> 'content' from posts) as own
      where title is not null) as told`)
  await db.execute(sql.raw('vacuum (analyze) find_entries'))
}

function slipIn(word: string): string {
  return `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`
}

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
}
