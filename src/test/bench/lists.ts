import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '#platform/log/log'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'
import { type Client, firstAdministrator, visitor } from '../client'
import { serverDatabase } from '../database/server-database'
import { type SiteProcess, startSite } from '../site-process'
import { rareWord, storeManyPosts } from './many-posts'
import { storeManyRows } from './many-rows'

/**
 * `bun run bench:lists [--counts=100,10000,100000] [--turns=7] [--filled=FOLDER]`: checks that the cost of requests
 * does not depend on the number of stored posts. Prints the milliseconds of uncached responses, each after a write that
 * has emptied the cache (the median of the turns, and the minimum); with TEST_DATABASE_URL on a PostgreSQL server,
 * otherwise on the embedded database, which is filled once and copied from then on if `--filled` names a folder for it.
 * Exits with 1 when a minimum exceeds its limit.
 */
const counts = (option('counts') ?? '100,10000,100000').split(',').map(Number)
const turns = Number(option('turns') ?? 7)

const asked: [name: string, path: (count: number) => string, as: 'visitor' | 'editor', bound?: number][] = [
  ['home page', () => '/', 'visitor'],
  ['a post', (count) => `/blog/post-${count - 2}/`, 'visitor'],
  ['`/blog/`', () => '/blog/', 'visitor'],
  ['its middle page', (count) => page('/blog/', (count * 0.8) / 48), 'visitor'],
  ['its last page', (count) => page('/blog/', (count * 0.8) / 24), 'visitor'],
  ['a category', () => '/blog/category/schools/', 'visitor'],
  ["the category's last page", (count) => page('/blog/category/schools/', (count * 0.2) / 24), 'visitor'],
  ['feed', () => '/blog/feed.xml', 'visitor'],
  ['feed in Spanish', () => '/es/blog/feed.xml', 'visitor'],
  ['`/sitemap.xml`', () => '/sitemap.xml', 'visitor'],
  ['its first part, or it', (count) => (count > 2500 ? '/sitemap-post-1.xml' : '/sitemap.xml'), 'visitor'],
  ["dashboard's count", () => '/api/blog?status=all&limit=1', 'editor'],
  ['admin: first page', () => '/api/blog?status=all&limit=100&sort=-publishedAt', 'editor'],
  ['admin: middle page', (count) => editorsPage(`&offset=${count / 2}`), 'editor'],
  ['admin: last page', (count) => editorsPage(`&offset=${count - 10}`), 'editor'],
  ['admin: by title', () => '/api/blog?status=all&limit=100&sort=title', 'editor'],
  ['admin: by title, middle page', (count) => `${byTitle}&offset=${count / 2}`, 'editor'],
  ['admin: by category', () => '/api/blog?status=all&limit=100&sort=category', 'editor'],
  ['admin: a category by title', () => `${byTitle}&category=schools`, 'editor'],
  ['admin: drafts, far', (count) => `/api/blog?status=draft&limit=100&offset=${count / 10}`, 'editor'],
  ['admin: drafts by title', () => '/api/blog?status=draft&limit=100&sort=-title', 'editor'],
  ['admin: not translated', () => editorsPage('&translation=missing'), 'editor'],
  ['admin: `q` of one post', (count) => editorsPage(`&q=post-${count - 1}`), 'editor'],
  ['admin: `q` of two in three', () => editorsPage('&q=educacion'), 'editor'],
  ['admin: `q` of nothing', () => editorsPage('&q=zebra'), 'editor'],
  ['admin: `q` by title', () => '/api/blog?status=all&limit=100&sort=title&q=sensor+loom', 'editor'],
  ['search: a word of one post', (count) => `/api/search?q=${rareWord(count - 1)}`, 'visitor'],
  ['search: a word of two in three', () => '/api/search?q=machine', 'visitor'],
  ['search: two words', () => '/api/search?q=energy+teacher', 'visitor'],
  ['search: a beginning', () => '/api/search?q=mach', 'visitor'],
  ['search: a slip', () => '/api/search?q=machien', 'visitor'],
  ['search: a slip in a word of one post', (count) => `/api/search?q=${slipIn(rareWord(count - 1))}`, 'visitor'],
  ['search: nothing', () => '/api/search?q=zzyzxqqq', 'visitor'],
  ['search page', () => '/search/?q=machine', 'visitor'],
  ['activity', () => '/api/activity', 'editor', 50],
  ['activity of one kind, far', (count) => `/api/activity?kind=post&before=${count / 2}`, 'editor', 50],
  ['activity of nobody', () => '/api/activity?user=nobody', 'editor', 50],
  [
    'activity of days long ago',
    () => `/api/activity?to=${new Date(Date.now() - 30 * day).toISOString()}`,
    'editor',
    50,
  ],
]
const day = 86_400_000
const page = (path: string, pages: number) => (pages > 1 ? `${path}?page=${Math.ceil(pages)}` : path)
const slipIn = (word: string) => `${word.slice(0, 3)}${word[4]}${word[3]}${word.slice(5)}`
const byTitle = '/api/blog?status=all&limit=100&sort=title'
const editorsPage = (rest: string) => `/api/blog?status=all&limit=100&sort=-publishedAt${rest}`

const timeout = 120_000

const figures = new Map<string, string[]>()
for (const count of counts) {
  const { env, dataDir, drop } = await filled(count)
  const site = await startSite({ env: { THROTTLE: '0', ...env }, dataDir, seconds: 300 })
  try {
    note('start, ms', site.startedIn)
    await measure(site, count)
  } finally {
    await site.stop()
    await drop()
  }
}
console.log(`| uncached, ms | ${counts.map((count) => `${count.toLocaleString('en-US')} posts`).join(' | ')} |`)
console.log(`|---|${counts.map(() => '---:|').join('')}`)
for (const [name, row] of figures) console.log(`| ${name} | ${row.join(' | ')} |`)

async function measure(site: SiteProcess, count: number) {
  const { cookie } = await firstAdministrator(site)
  const [editor, stranger] = [visitor(site.url, cookie, timeout), visitor(site.url, '', timeout)]
  const { id, ...input } = (await (await stranger.get(`/api/blog/post-${count - 3}`)).json()) as { id: number }
  for (const [name, path, as, bound = Infinity] of asked) {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn++) {
      const write = await editor.write('PUT', `/api/blog/${id}`, { ...input, excerpt: `Turn ${turn}` })
      if (write.status !== 200) throw new Error(`${write.status}: ${await write.text()}`)
      const begun = performance.now()
      const answer = await (as === 'editor' ? editor : stranger).get(path(count)).catch(() => undefined)
      await answer?.arrayBuffer()
      times.push(answer ? performance.now() - begun : Number.NaN)
      if (answer && answer.status !== 200) throw new Error(`${path(count)}: ${answer.status}`)
    }
    const sorted = times.toSorted((one, other) => one - other)
    note(name, sorted[Math.floor(turns / 2)] ?? 0, sorted[0])
    if (!(sorted[0]! <= bound)) fail(`${name}: more than ${bound} ms with ${count} rows`)
  }
  note('RSS, MB', rss(site.pid))
  await whole(site, editor, stranger)
}

/** The whole list, while a visitor makes uncached requests. */
async function whole(site: SiteProcess, editor: Client, stranger: Client) {
  for (const [name, client, path] of [
    ['`GET /api/blog`', stranger, '/api/blog'],
    ['the same for editors', editor, '/api/blog?status=all'],
    ['`GET /api/waitlist`', editor, '/api/waitlist'],
    ['`GET /api/contact`', editor, '/api/contact'],
    ['`GET /api/contact?q=`', editor, '/api/contact?q=weaves+99'],
    ['`GET /api/translations`', editor, '/api/translations'],
  ] as const) {
    const others: number[] = []
    const state = { going: true, most: 0 }
    const beside = (async () => {
      for (let turn = 0; state.going; turn++) {
        const begun = performance.now()
        await (await stranger.get(`/api/blog?limit=24&offset=${turn}`)).arrayBuffer()
        others.push(performance.now() - begun)
        state.most = Math.max(state.most, rss(site.pid))
        await Bun.sleep(5)
      }
    })()
    await Bun.sleep(100)
    const begun = performance.now()
    let bytes = 0
    for await (const piece of (await client.get(path)).body ?? []) bytes += piece.length
    note(`${name}, ms`, performance.now() - begun)
    state.going = false
    await beside
    const sorted = others.toSorted((one, other) => one - other)
    note(`${name}: MB`, bytes / 1e6)
    note(`${name}: median of others meanwhile, ms`, sorted[Math.floor(others.length * 0.5)] ?? 0)
    note(`${name}: p99 of others meanwhile, ms`, sorted[Math.floor(others.length * 0.99)] ?? 0)
    note(`${name}: most RSS, MB`, state.most)
  }
}

async function filled(count: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-lists-'))
  const server = process.env.TEST_DATABASE_URL ? await serverDatabase() : undefined
  const folder = option('filled')
  const place = server || !folder ? dataDir : join(folder, String(count))
  if (place === dataDir || !existsSync(place)) await fill(place, server?.url, count)
  if (place !== dataDir) cpSync(place, dataDir, { recursive: true })
  const drop = async () => {
    rmSync(dataDir, { recursive: true, force: true })
    await server?.drop()
  }
  const env: Record<string, string> = server ? { DATABASE_URL: server.url } : {}
  return { dataDir, drop, env }
}

async function fill(dataDir: string, databaseUrl: string | undefined, count: number) {
  const opened = await openDatabase({ dataDir, databaseUrl }, createLog('error', false), migrateDatabase)
  await opened.withDedicatedConnection(async (db) => {
    await storeManyPosts(db, count)
    await storeManyRows(db, count)
  })
  await opened.close()
}

function fail(reason: string) {
  console.error(reason)
  process.exitCode = 1
}

function shown(figure: number): string {
  return figure >= 100 ? figure.toFixed(0) : figure.toFixed(1)
}

function note(name: string, figure: number, least?: number) {
  const row = figures.get(name) ?? []
  row.push(Number.isNaN(figure) ? 'no answer' : `${shown(figure)}${least === undefined ? '' : ` (${shown(least)})`}`)
  figures.set(name, row)
  console.error(name, row.join(' '))
}

function rss(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
}
