import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, firstAdministrator, visitor } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { at, option, told } from './figures'
import { drawPhotographs } from './photographs'

/**
 * `bun run bench:uploads [--count=20] [--seconds=15]`: page latency while photographs of 20 megapixels are uploaded in
 * parallel, compared with none, and the memory used (by the site's process and its children); with DATABASE_URL on a
 * PostgreSQL server, otherwise on the embedded database. The sender is a separate process, so that it does not delay
 * the measurements.
 */
const count = Number(option('count') ?? 20)
const seconds = Number(option('seconds') ?? 15)
const size = { width: 5472, height: 3648 }
/** Milliseconds between two rounds of requests. */
const pause = 15
/** Rounds between two saves, each of which empties the cache. */
const perSave = 8

const [sender, folder = '', url = '', cookie = ''] = process.argv.slice(2)
if (sender === 'send') await send()
else await bench()

type Sent = { ms: number; status: number }[]

async function bench() {
  const photographs = mkdtempSync(join(tmpdir(), 'bench-uploads-'))
  const env = { THROTTLE: '0', ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}) }
  // A new database writes a lot at first, which is not measured here.
  const fresh = await startSite({ env, seconds: 60 })
  const admin = await firstAdministrator(fresh)
  await fresh.stop()
  const site = await startSite({ env, dataDir: fresh.dataDir, seconds: 60 })
  try {
    const bytes = await drawPhotographs(photographs, { count, size })
    await probe(site, admin, Bun.sleep(2000))
    const before = { times: await probe(site, admin, Bun.sleep(seconds * 1000)), memory: memoryOf(site.pid) }
    const peak = watchMemory(site.pid)
    const begun = performance.now()
    const sending = sendAll(photographs, site.url, admin.cookie)
    const times = await probe(site, admin, sending)
    const { sent, took } = { sent: await sending, took: performance.now() - begun }
    const memory = peak.stop()
    const afterwards = watchMemory(site.pid)
    const later = await probe(site, admin, Bun.sleep(seconds * 1000))
    const memoryLater = afterwards.stop()
    const failed = sent.filter(({ status }) => status !== 201)
    if (failed.length > 0) throw new Error(`Refused: ${failed.map(({ status }) => status).join(', ')}`)
    console.log(`${count} photographs of ${(bytes / 1e6).toFixed(1)} MB on average, ${size.width} × ${size.height}\n`)
    console.log(
      '| p50, p99, most (ms) | before | during the uploads | after them, while sizes are made | p99 during / before |',
    )
    console.log('|---|---:|---:|---:|---:|')
    for (const name of Object.keys(before.times) as Operation[]) {
      const [one, two, three] = [before.times[name], times[name], later[name]]
      console.log(
        `| ${name} | ${told(one)} | ${told(two)} | ${told(three)} | ${(at(two, 0.99) / at(one, 0.99)).toFixed(1)} |`,
      )
    }
    const waits = sent.map(({ ms }) => ms / 1000)
    console.log(
      `\n| seconds per photograph | first answer, s | last answer, s | peak memory, MB | afterwards, MB | before, MB |`,
    )
    console.log('|---:|---:|---:|---:|---:|---:|')
    console.log(
      `| ${(took / 1000 / count).toFixed(2)} | ${Math.min(...waits).toFixed(1)} | ${Math.max(...waits).toFixed(1)} | ${memory} | ${memoryLater} | ${before.memory} |`,
    )
  } finally {
    await site.dispose()
    rmSync(photographs, { recursive: true, force: true })
  }
}

type Operation = '`/`, kept' | 'a post, kept' | 'a post, after a save' | 'a search, never kept' | 'a save'

/** Sends requests in series until `end`. */
async function probe(site: SiteProcess, admin: Client, end: Promise<unknown>) {
  const times: Record<Operation, number[]> = {
    '`/`, kept': [],
    'a post, kept': [],
    'a post, after a save': [],
    'a search, never kept': [],
    'a save': [],
  }
  const guest = visitor(site.url, '', 120_000)
  const editor = visitor(site.url, admin.cookie, 120_000)
  const [summary] = (await (await guest.get('/api/blog?limit=1')).json()) as { slug: string }[]
  const post = `/blog/${summary?.slug}/`
  const { id, ...input } = (await (await guest.get(`/api/blog/${summary?.slug}`)).json()) as { id: number }
  const time = async (name: Operation, work: () => Promise<Response>) => {
    const begun = performance.now()
    const answer = await work()
    await answer.arrayBuffer()
    times[name].push(performance.now() - begun)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
  }
  const state = { isOver: false }
  void end.finally(() => (state.isOver = true))
  for (let round = 0; !state.isOver; round++) {
    if (round % perSave === 0) {
      await time('a save', () => editor.write('PUT', `/api/blog/${id}`, { ...input, excerpt: `Round ${round}` }))
      await time('a post, after a save', () => guest.get(post))
      // Rendered again, and not counted.
      await (await guest.get('/')).arrayBuffer()
    }
    await time('`/`, kept', () => guest.get('/'))
    await time('a post, kept', () => guest.get(post))
    await time('a search, never kept', () => guest.get(`/search/?q=sensor${round}-${Math.random()}`))
    await Bun.sleep(pause)
  }
  return times
}

async function sendAll(from: string, to: string, cookieOf: string): Promise<Sent> {
  const child = Bun.spawn([process.execPath, import.meta.path, 'send', from, to, cookieOf], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('The photographs could not be sent')
  return JSON.parse(text) as Sent
}

async function send() {
  const sent = await Promise.all(
    readdirSync(folder).map(async (name) => {
      const body = new FormData()
      body.append('file', new File([readFileSync(join(folder, name))], name))
      const begun = performance.now()
      const answer = await fetch(`${url}/api/media`, { method: 'POST', body, headers: { cookie, origin: url } })
      await answer.arrayBuffer()
      return { ms: performance.now() - begun, status: answer.status }
    }),
  )
  console.log(JSON.stringify(sent))
}

function watchMemory(pid: number) {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, memoryOf(pid))), 50)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

/** Megabytes used by a process and its children; shared pages (the program itself) count once. */
function memoryOf(pid: number): number {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      // The process has ended meanwhile.
      return ''
    }
  }
  const of = (one: string | number) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? 0) / 1024
  const children = read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((one) => one !== '')
  return Math.round([pid, ...children].reduce((sum: number, one) => sum + of(one), 0))
}
