import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type AnonymousRequest, anonymousRequests } from '../anonymous-requests'
import { firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'

/**
 * `bun run bench:anonymous [--before=FOLDER] [--quick]`: the CPU time of the server for requests that anybody can send,
 * and after how many of one address it answers 429. FOLDER is a checkout of an earlier release, built, for comparison.
 */
const quick = process.argv.includes('--quick')
const before = process.argv.find((text) => text.startsWith('--before='))?.slice('--before='.length)
const only = process.argv.find((text) => text.startsWith('--only='))?.slice('--only='.length)
const seconds = quick ? 0.2 : 1
const fewest = 10
/** Requests of one address until the search for its limit ends. */
const mostForLimit = quick ? 400 : 1000
/** Milliseconds from which on a limit is looked for. */
const notable = 5

let turns = 0

type Cost = { milliseconds: number; statuses: string }

const requests = anonymousRequests.filter(({ route, what }) => only === undefined || `${route} ${what}`.includes(only))
const projects = before === undefined ? [undefined] : [resolve(before), undefined]
const columns: Map<AnonymousRequest, Cost & { limit?: number }>[] = []
for (const project of projects) columns.push(await measureSite(project))
print()

async function measureSite(project: string | undefined) {
  const costs = new Map<AnonymousRequest, Cost & { limit?: number }>()
  const site = await startSite({ project, seconds: 120, env: { THROTTLE: '0' } })
  try {
    await firstAdministrator(site)
    const post = await aPost(site)
    for (const request of requests) costs.set(request, await costOf(site, request, post))
  } finally {
    await site.dispose()
  }
  const limited = await startSite({ project, seconds: 120, env: { TRUST_PROXY: '1' } })
  try {
    await firstAdministrator(limited)
    const post = await aPost(limited)
    for (const [request, cost] of costs)
      if (cost.milliseconds > notable) cost.limit = await limitOf(limited, request, post)
  } finally {
    await limited.dispose()
  }
  return costs
}

async function aPost(site: SiteProcess): Promise<string> {
  const [post] = (await (await fetch(`${site.url}/api/blog`)).json()) as { slug: string }[]
  return post?.slug ?? ''
}

async function ask(site: SiteProcess, request: AnonymousRequest, turn: number, post: string): Promise<number> {
  const { path, init } = request.make(turn)
  const headers = {
    'accept-encoding': 'gzip, br, zstd',
    origin: site.url,
    // Each kind of request has an address of its own.
    'x-forwarded-for': `203.0.113.${requests.indexOf(request)}`,
    ...init?.headers,
  }
  const answer = await fetch(site.url + path.replace('{post}', post), { redirect: 'manual', ...init, headers })
  await answer.arrayBuffer()
  return answer.status
}

async function costOf(site: SiteProcess, request: AnonymousRequest, post: string): Promise<Cost> {
  const statuses = new Map<number, number>()
  for (let warm = 0; warm < 3; warm++) await ask(site, request, turns++, post)
  const [used, started] = [cpuOf(site.pid), performance.now()]
  let count = 0
  while (count < fewest || performance.now() - started < seconds * 1000) {
    const status = await ask(site, request, turns++, post)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    count++
  }
  return { milliseconds: (cpuOf(site.pid) - used) / count, statuses: [...statuses.keys()].join(', ') }
}

/** The number of requests after which one address gets 429; undefined if it gets none. */
async function limitOf(site: SiteProcess, request: AnonymousRequest, post: string): Promise<number | undefined> {
  for (let count = 0; count < mostForLimit; count++) if ((await ask(site, request, turns++, post)) === 429) return count
  return undefined
}

function print() {
  const named = before === undefined ? ['now'] : ['before', 'now']
  console.log(`| request | ${named.flatMap((name) => [`${name}, ms of CPU`, 'status', '429 after']).join(' | ')} |`)
  console.log(`|---|${named.map(() => '---:|---|---:|').join('')}`)
  const rows = requests.map((request) => ({ request, costs: columns.map((column) => column.get(request)) }))
  const worst = (costs: (Cost | undefined)[]) => Math.max(...costs.map((cost) => cost?.milliseconds ?? 0))
  for (const { request, costs } of rows.toSorted((one, other) => worst(other.costs) - worst(one.costs)))
    console.log(
      `| ${request.route}, ${request.what} | ${costs.flatMap((cost) => [cost?.milliseconds.toFixed(1) ?? '', cost?.statuses ?? '', cost && cost.milliseconds > notable ? String(cost.limit ?? 'never') : '']).join(' | ')} |`,
    )
}

/** User and system time of a process and its children in milliseconds; Linux counts it in hundredths of a second. */
function cpuOf(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    } catch {
      return []
    }
  })
  return cpuMilliseconds(pid) + children.reduce((sum, child) => sum + cpuOf(child), 0)
}

function cpuMilliseconds(pid: number): number {
  const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  return fields
    .split(' ')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * 10, 0)
}
