import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, firstAdministrator, visitor } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { at, option, told } from './figures'
import { drawPhotographs } from './photographs'

/**
 * `bun run bench:restored [--count=60] [--later=20]`: page latency while the Media screen is opened for the first time
 * after a restore, when there are originals but no variants: right after the start, and `later` seconds after it.
 * Photographs of 5 megapixels, the embedded database.
 */
const count = Number(option('count') ?? 60)
const later = Number(option('later') ?? 20)
const size = { width: 2736, height: 1824 }
/** The connections of a browser to one site. */
const connections = 6
/** Milliseconds between two rounds of requests. */
const pause = 10

type Operation = '`/`, kept' | 'a search, never kept' | 'a thumbnail' | 'one of another editor'

const folder = mkdtempSync(join(tmpdir(), 'bench-restored-'))
const env = { THROTTLE: '0' }
const first = await startSite({ env, seconds: 60 })
const { cookie } = await firstAdministrator(first)
try {
  const bytes = await drawPhotographs(folder, { count, size })
  console.log(`${count} photographs of ${(bytes / 1e6).toFixed(1)} MB, ${size.width} × ${size.height}\n`)
  const admin = visitor(first.url, cookie, 120_000)
  for (const name of readdirSync(folder)) {
    const answer = await admin.upload('/api/media', new File([readFileSync(join(folder, name))], name))
    if (answer.status !== 201) throw new Error(`Refused: ${answer.status}`)
  }
  await first.stop()
  console.log('| p50, p99, most (ms) | before | opened at once | opened later |')
  console.log('|---|---:|---:|---:|')
  const before = await withRestored(async (site) => {
    await Bun.sleep(later * 1000)
    return probe(site, visitor(site.url, cookie, 120_000), () => Bun.sleep(4000))
  })
  const atOnce = await withRestored((site) => openLibrary(site))
  const afterwards = await withRestored(async (site) => {
    await Bun.sleep(later * 1000)
    return openLibrary(site)
  })
  for (const name of Object.keys(before.times) as Operation[])
    console.log(`| ${name} | ${[before, atOnce, afterwards].map(({ times }) => told(times[name])).join(' | ')} |`)
  console.log(`\nSeconds until all were there: ${[atOnce, afterwards].map(({ took }) => took.toFixed(1)).join(', ')}`)
  console.log(`Made after ${later} s: ${afterwards.made} of ${count}; p99 of a search at once / before: ${ratio()}`)
  function ratio() {
    const name = 'a search, never kept'
    return (at(atOnce.times[name], 0.99) / at(before.times[name], 0.99)).toFixed(1)
  }
} finally {
  await first.dispose()
  rmSync(folder, { recursive: true, force: true })
}

async function withRestored<Result>(work: (site: SiteProcess) => Promise<Result>): Promise<Result> {
  rmSync(join(first.dataDir, 'media/made'), { recursive: true, force: true })
  const site = await startSite({ env, dataDir: first.dataDir, seconds: 60 })
  try {
    return await work(site)
  } finally {
    await site.stop()
  }
}

async function openLibrary(site: SiteProcess) {
  const made = thumbnails().length
  const admin = visitor(site.url, cookie, 120_000)
  const { items } = (await (await admin.get('/api/media')).json()) as { items: { url: string; version: number }[] }
  const addresses = items.map(({ url, version }) => `${url}?small=${version}`)
  return {
    made,
    ...(await probe(site, admin, async (times) => {
      // Another editor requests one that is far down in the list.
      const other = time(times, 'one of another editor', () => admin.get(addresses.at(-1) ?? ''))
      await Promise.all(
        Array.from({ length: connections }, async () => {
          for (let next = addresses.shift(); next; next = addresses.shift()) {
            const address = next
            await time(times, 'a thumbnail', () => admin.get(address))
          }
        }),
      )
      await other
    })),
  }
}

function thumbnails() {
  try {
    return readdirSync(join(first.dataDir, 'media/made')).filter((name) => name.includes('-small-'))
  } catch {
    return []
  }
}

type Times = Record<Operation, number[]>

/** Sends requests in series while `work` runs. */
async function probe(site: SiteProcess, admin: Client, work: (times: Times) => Promise<unknown>) {
  const times: Times = { '`/`, kept': [], 'a search, never kept': [], 'a thumbnail': [], 'one of another editor': [] }
  await (await admin.get('/')).arrayBuffer()
  const guest = visitor(site.url, '', 120_000)
  await (await guest.get('/')).arrayBuffer()
  const begun = performance.now()
  const working = work(times)
  const state = { isOver: false }
  void working.finally(() => (state.isOver = true))
  while (!state.isOver) {
    await time(times, '`/`, kept', () => guest.get('/'))
    await time(times, 'a search, never kept', () => guest.get(`/search/?q=sensor-${Math.random()}`))
    await Bun.sleep(pause)
  }
  await working
  return { times, took: (performance.now() - begun) / 1000 }
}

async function time(times: Times, name: Operation, work: () => Promise<Response>) {
  const begun = performance.now()
  const answer = await work()
  await answer.arrayBuffer()
  times[name].push(performance.now() - begun)
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
}
