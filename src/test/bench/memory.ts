import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { Backup, Restore, RestoreBegun } from '#contract/backups'
import type { Import } from '#features/imports/contract'
import { administrator, type Client, firstAdministrator, signIn, visitor } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { runAll } from '../survival/storage/import-drill'
import { sendZip } from '../survival/storage/import-zip'
import { load, pin } from './load'
import { drawPhotographs } from './photographs'

/**
 * `bun run bench:memory [--against FOLDER] [NAME=VALUE…]`: resident memory of the site after, and at most during, each
 * kind of load, one after the other on the same process; with another build first, to compare. Settings are passed to
 * the sites, DATABASE_URL among them.
 */
const against = process.argv.includes('--against') ? process.argv[process.argv.indexOf('--against') + 1] : undefined
const settings = Object.fromEntries(
  process.argv
    .slice(2)
    .filter((argument) => /^[A-Z_]+=/.test(argument))
    .map((argument) => [argument.slice(0, argument.indexOf('=')), argument.slice(argument.indexOf('=') + 1)]),
)
const siteName = 'Memory'
const photographs = { count: 12, size: { width: 5472, height: 3648 } }
const imported = { posts: 1000, pictures: 200, size: { width: 1368, height: 912 } }
const patience = 300_000

/** Megabytes; `peak`: of the server alone, `all`: with its child processes. */
type Figures = { after: number; peak: number; all: number; note: string }
type Stage = { name: string; run(site: SiteProcess, admin: Client): Promise<string | void> }

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

const stages: Stage[] = [
  { name: 'start, one page', run: async ({ url }) => void (await (await fetch(url)).text()) },
  { name: 'cached responses, ten kinds', run: cachedResponses },
  { name: '`/`, and a writer who saves ten times a second', run: busyWriter },
  { name: '200 saves, `/` after each', run: saves },
  { name: '`GET /api/blog?q=`, uncached', run: ({ url }) => speedOf(`${url}/api/blog?q=a`) },
  { name: 'the search page, uncached', run: ({ url }) => speedOf(`${url}/search/?q=model`) },
  { name: '20 logins', run: logins },
  { name: `${photographs.count} photographs of 20 megapixels, until their sizes are made`, run: uploads },
  { name: `a zip of ${imported.posts} posts and ${imported.pictures} pictures: read`, run: readZip },
  { name: 'the same: imported', run: importZip },
  { name: 'a backup of all that', run: async (_, admin) => void (await backUp(admin)) },
  { name: 'a restore of it', run: restore },
  { name: '15 s later', run: () => Bun.sleep(15_000) },
]

const scratch = mkdtempSync(join(tmpdir(), 'bench-memory-'))
try {
  const builds = [...(against ? [resolve(against)] : []), process.cwd()]
  const results: Figures[][] = []
  for (const project of builds) results.push(await measure(project))
  const names = builds.map((project) => (project === process.cwd() ? 'this build' : basename(project)))
  console.log(`| MB | ${names.map((name) => `${name}: after | most | with children | `).join('| ')}|`)
  console.log(`|---|${names.map(() => '---:|---:|---:|---|').join('')}`)
  for (const [index, { name }] of stages.entries()) {
    const cells = results.map((figures) => figures[index]!)
    console.log(
      `| ${name} | ${cells.map(({ after, peak, all, note }) => `${after} | ${peak} | ${all} | ${note}`).join(' | ')} |`,
    )
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exit(0)

async function measure(project: string): Promise<Figures[]> {
  const site = await startSite({ project, env: { THROTTLE: '0', LOG_LEVEL: 'info', SITE_NAME: siteName, ...settings } })
  try {
    await pin(site.pid, 0)
    const admin = await firstAdministrator(site)
    const figures: Figures[] = []
    for (const { name, run } of stages) {
      // From now on the highest value is that of this stage.
      writeFileSync(`/proc/${site.pid}/clear_refs`, '5')
      const watched = watch(site.pid)
      const note = await run(site, admin)
      const peak = statusOf(site.pid, 'VmHWM')
      figures.push({
        after: Math.round(statusOf(site.pid, 'VmRSS')),
        peak: Math.round(peak),
        all: Math.round(Math.max(watched.stop(), peak)),
        note: note ?? '',
      })
      console.error(name, figures.at(-1))
    }
    return figures
  } finally {
    await site.dispose()
  }
}

function watch(pid: number) {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, residentOf(pid))), 50)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** Of a process and its children; the program's own pages, which they share, count once. */
function residentOf(pid: number): number {
  return statusOf(pid, 'VmRSS') + descendantsOf(pid).reduce((sum, child) => sum + statusOf(child, 'RssAnon'), 0)
}

function descendantsOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [...children, ...children.flatMap(descendantsOf)]
}

/** In megabytes. */
function statusOf(pid: number, field: 'VmRSS' | 'VmHWM' | 'RssAnon'): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has ended meanwhile.
    return ''
  }
}

async function speedOf(url: string, seconds = 4): Promise<string> {
  const { requestsPerSecond } = await load(url, { seconds, headers: browser })
  return `${Math.round(requestsPerSecond)} requests/s`
}

async function cachedResponses({ url }: SiteProcess): Promise<string> {
  const [post] = (await (await fetch(`${url}/api/blog?limit=1`)).json()) as { slug: string }[]
  const kinds: [string, Record<string, string>][] = [
    ['/', browser],
    ['/', { ...browser, cookie: 'industria-language=es' }],
    ['/blog/', browser],
    [`/blog/${post?.slug}/`, browser],
    ['/api/blog', browser],
    ['/', {}],
    ['/blog/', {}],
    ['/', { 'accept-encoding': 'zstd' }],
    ['/sitemap.xml', browser],
    ['/projects/', { 'accept-encoding': 'gzip' }],
  ]
  let sum = 0
  for (const [path, headers] of kinds) sum += (await load(url + path, { seconds: 2, headers })).requestsPerSecond
  return `${Math.round(sum / kinds.length)} requests/s`
}

async function firstPost(admin: Client) {
  const [summary] = (await (await admin.get('/api/blog?limit=1')).json()) as { slug: string }[]
  return (await (await admin.get(`/api/blog/${summary?.slug}`)).json()) as { id: number; excerpt: string }
}

async function busyWriter({ url }: SiteProcess, admin: Client): Promise<string> {
  const post = await firstPost(admin)
  let isOver = false
  let count = 0
  const writing = (async () => {
    while (!isOver) {
      const next = Bun.sleep(100)
      await save(admin, post, `${post.excerpt} ${count++}`)
      await next
    }
  })()
  const note = await speedOf(`${url}/`, 10)
  isOver = true
  await writing
  return note
}

async function saves({ url }: SiteProcess, admin: Client): Promise<string> {
  const post = await firstPost(admin)
  const times: number[] = []
  for (let turn = 0; turn < 200; turn++) {
    await save(admin, post, `${post.excerpt} ${turn}`)
    const begun = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - begun)
  }
  return `\`/\` ${times.toSorted((one, other) => one - other)[100]!.toFixed(1)} ms`
}

function save(admin: Client, post: { id: number }, excerpt: string) {
  return succeed(admin.write('PUT', `/api/blog/${post.id}`, { ...post, excerpt }))
}

async function logins(site: SiteProcess): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await signIn(site)
}

async function uploads({ url }: SiteProcess, { cookie }: Client): Promise<void> {
  const folder = join(scratch, crypto.randomUUID())
  await drawPhotographs(folder, photographs)
  const editor = visitor(url, cookie, patience)
  await Promise.all(
    readdirSync(folder).map((name) =>
      succeed(editor.upload('/api/media', new File([readFileSync(join(folder, name))], name))),
    ),
  )
  await Bun.sleep(20_000)
}

async function readZip({ url }: SiteProcess, { cookie }: Client): Promise<void> {
  const folder = join(scratch, crypto.randomUUID())
  await drawPhotographs(folder, { count: imported.pictures, size: imported.size })
  const draw = async (path: string) => new Uint8Array(readFileSync(join(folder, basename(path))))
  await sendZip(visitor(url, cookie, patience), 0, imported, draw)
}

async function importZip(_: SiteProcess, admin: Client): Promise<void> {
  const [{ id } = { id: 0 }] = (await (await admin.get('/api/imports')).json()) as Import[]
  await succeed(admin.write('POST', `/api/imports/${id}/run`, runAll))
  await until(async () => ((await (await admin.get(`/api/imports/${id}`)).json()) as Import).state === 'done')
}

async function backUp(admin: Client): Promise<number> {
  const { id } = (await (await succeed(admin.write('POST', '/api/backups'))).json()) as Backup
  await until(async () =>
    ((await (await admin.get('/api/backups')).json()) as Backup[]).some(
      (backup) => backup.id === id && backup.state === 'done',
    ),
  )
  return id
}

async function restore(site: SiteProcess, admin: Client): Promise<void> {
  const [backup] = (await (await admin.get('/api/backups')).json()) as Backup[]
  const body = { backup: backup?.id, currentPassword: administrator.password, confirm: siteName }
  const { id } = (await (await succeed(admin.write('POST', '/api/restores', body))).json()) as RestoreBegun
  let reader = admin
  await until(async () => {
    const answer = await reader.get(`/api/restores/${id}`)
    // A restore ends all sessions.
    if (answer.status === 401) reader = await signIn(site)
    return answer.status === 200 && ((await answer.json()) as Restore).state === 'done'
  })
}

async function succeed(answer: Promise<Response>): Promise<Response> {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); !(await isTrue()); await Bun.sleep(500))
    if (performance.now() - begun > patience) throw new Error(`Not within ${patience / 1000} s`)
}
