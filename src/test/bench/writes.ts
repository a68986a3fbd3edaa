import { PgDialect } from 'drizzle-orm/pg-core'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '#app/api/api'
import { fillWhenEmpty } from '#app/content/fill'
import { createServices } from '#app/services'
import { insertSession } from '#auth/sessions/sessions'
import { createFirstAdministrator } from '#auth/store'
import { createCacheTags } from '#platform/cache/cache-tags'
import { readConfig } from '#platform/config'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import { createChanges } from '#platform/events/changes'
import { createLog } from '#platform/log/log'

/**
 * `[DATABASE_URL=…] bun run bench:writes [--saves=200] [--list]`: the cost of one save of the starter's newest post,
 * with the API in this process: statements (without begin and commit), CPU time and the client's latency. Work after
 * the response is included. `--list` prints the statements of one save.
 */
const saves = Number(process.argv.find((argument) => argument.startsWith('--saves='))?.split('=')[1] ?? 200)
const origin = 'http://localhost'

const statements: string[] = []
const { sqlToQuery } = PgDialect.prototype
PgDialect.prototype.sqlToQuery = function (...query) {
  const built = sqlToQuery.apply(this, query)
  statements.push(built.sql)
  return built
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-writes-'))
try {
  await bench()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)

async function bench() {
  const read = readConfig({ DATA_DIR: dataDir, DATABASE_URL: process.env.DATABASE_URL })
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  const { config } = read
  const log = createLog('silent', false)
  const { db, channel, close } = await openDatabase(config, log, migrateDatabase)
  const services = createServices({
    config,
    db,
    cacheTags: createCacheTags({ channel }),
    changes: createChanges({ channel }),
    log,
  })
  await fillWhenEmpty(services)
  const api = createApi(services)
  const user = await createFirstAdministrator(db, 'ada', '')
  const cookie = (await insertSession(db, user.id, origin)).cookie.split(';')[0] ?? ''

  async function send(method: string, path: string, body?: unknown) {
    const headers = { cookie, origin, ...(body ? { 'content-type': 'application/json' } : {}) }
    const request = new Request(origin + path, { method, headers, body: body ? JSON.stringify(body) : undefined })
    const answer = await api.handle(request)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as unknown
  }

  const [{ slug }] = (await send('GET', '/api/blog?limit=1')) as [{ slug: string }]
  const post = (await send('GET', `/api/blog/${slug}`)) as { id: number; excerpt: string; content: string }
  const changes: [name: string, path: string, body: (turn: number) => object][] = [
    ['a save, excerpt changed', '', (turn) => ({ ...post, excerpt: `${post.excerpt} ${turn}` })],
    [
      'a save, a word of the text changed',
      '',
      (turn) => ({ ...post, content: post.content.replace('</p>', ` word${turn}</p>`) }),
    ],
    ['an autosave of the draft', '/draft?autosave=true', (turn) => ({ ...post, excerpt: `${post.excerpt} ${turn}` })],
  ]
  console.log('| one at a time | statements | CPU, ms | answered after, ms |\n|---|---:|---:|---:|')
  for (const [name, path, body] of changes) {
    const write = (turn: number) => send('PUT', `/api/blog/${post.id}${path}`, body(turn))
    for (let turn = 0; turn < 50; turn++) await write(turn)
    await settled()
    statements.length = 0
    const cpu = process.cpuUsage()
    let waited = 0
    for (let turn = 0; turn < saves; turn++) {
      const begun = performance.now()
      await write(50 + turn)
      waited += performance.now() - begun
    }
    await settled()
    const { user: own, system } = process.cpuUsage(cpu)
    const figures = [statements.length / saves, (own + system) / 1000 / saves, waited / saves]
    console.log(`| ${name} | ${figures.map((figure) => figure.toFixed(1)).join(' | ')} |`)
    statements.length = 0
    await write(saves + 50)
    await settled()
    if (process.argv.includes('--list')) console.log(statements.map((text) => text.slice(0, 300)).join('\n'))
  }
  await close()
}

/** Work after the response starts within a second, and ends soon after. */
async function settled() {
  await Bun.sleep(1500)
}
