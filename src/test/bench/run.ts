import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, firstAdministrator, visitor } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { generator, load, pin } from './load'

/**
 * `bun run bench [--quick] [--write]`: the site compared with a bare `Bun.serve` that returns the same bytes from
 * memory, in interleaved rounds of the same run; medians and ratios. `--write` puts the table into docs/benchmarks.md.
 * With TEST_DATABASE_URL the figures of a PostgreSQL server are added.
 */
const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 5
const seconds = quick ? 2 : 4
const browserHeaders = { 'accept-encoding': 'gzip, deflate, br, zstd' }
const lines: string[] = []

const scratch = mkdtempSync(join(tmpdir(), 'bench-'))
try {
  await bench()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function bench() {
  say(
    `# Benchmarks`,
    '',
    `Measured with \`bun run bench\` (${generator}, ${rounds} interleaved rounds of ${seconds} s, medians) on a shared virtual machine with`,
    `${cpus().length} cores of ${cpus()[0]?.model.includes('AMD') ? 'an AMD' : 'an Intel'} server processor, Bun ${Bun.version}; server and generator on one core each.`,
    'Absolute figures vary on such a machine; the ratios are from one run.',
    '',
  )

  const site = await startSite({ env: { THROTTLE: '0', LOG_LEVEL: 'info' } })
  try {
    await pin(site.pid, 0)
    const admin = await firstAdministrator(site)
    await cachedAgainstBare(site)
    await busyWriter(site, admin)
    await uncached(site, admin)
    await smallThings(site)
    await memory(site)
  } finally {
    await site.dispose()
  }
  await starts()
  browserBytes()
  console.log(lines.join('\n'))
  if (process.argv.includes('--write')) writeFileSync('docs/benchmarks.md', `${lines.join('\n')}\n`)
}

async function cachedAgainstBare(site: SiteProcess) {
  const post = ((await (await visitor(site.url).get('/api/blog')).json()) as { slug: string }[])[0]?.slug
  const home = await visitor(site.url).get('/', browserHeaders)
  const scenarios: [name: string, path: string, headers: Record<string, string>][] = [
    ['`/`', '/', browserHeaders],
    ['`/` in Spanish', '/', { ...browserHeaders, cookie: 'industria-language=es' }],
    ['`/blog/`', '/blog/', browserHeaders],
    ['a post', `/blog/${post}/`, browserHeaders],
    ['a 304 of `/`', '/', { ...browserHeaders, 'if-none-match': home.headers.get('etag') ?? '' }],
    ['`GET /api/blog`', '/api/blog', browserHeaders],
    ['`/`, no compression', '/', {}],
  ]
  say(
    '## Cached responses against a bare `Bun.serve` returning the same bytes',
    '',
    '| request | bytes | site, requests/s | bare, requests/s | ratio |',
    '|---|---:|---:|---:|---:|',
  )
  for (const [name, path, headers] of scenarios) {
    const ratio = await againstBare(site, path, headers)
    say(
      `| ${name} | ${ratio.bytes} | ${thousands(ratio.site)} | ${thousands(ratio.bare)} | ${(ratio.site / ratio.bare).toFixed(2)} |`,
    )
  }
  say('')
}

async function againstBare(site: SiteProcess, path: string, headers: Record<string, string>) {
  for (let warm = 0; warm < 3; warm++) {
    await (await visitor(site.url).get(path, headers)).arrayBuffer()
    await Bun.sleep(150)
  }
  const answer = await fetch(site.url + path, {
    headers,
    redirect: 'manual',
    decompress: false,
    signal: AbortSignal.timeout(5000),
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const stored = join(scratch, 'answer.json')
  const kept = [...answer.headers].filter(
    ([name]) => !['date', 'content-length', 'connection', 'transfer-encoding'].includes(name),
  )
  writeFileSync(stored, JSON.stringify({ status: answer.status, headers: kept, body: body.toString('base64') }))
  const bare = await startBare(stored)
  try {
    const figures: { site: number[]; bare: number[] } = { site: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      figures.bare.push((await load(bare.url + path, { seconds, headers })).requestsPerSecond)
      const run = await load(site.url + path, { seconds, headers })
      if (run.failed > 0) throw new Error(`${path}: ${run.failed} answers failed`)
      figures.site.push(run.requestsPerSecond)
    }
    return { site: median(figures.site), bare: median(figures.bare), bytes: body.length }
  } finally {
    bare.stop()
  }
}

async function startBare(stored: string) {
  const child = Bun.spawn(['bun', 'src/test/bench/bare.ts', stored], { stdout: 'pipe', stderr: 'inherit' })
  const reader = child.stdout.getReader()
  const first = new TextDecoder().decode((await reader.read()).value)
  const url = /http:\S+/.exec(first)?.[0] ?? ''
  await pin(child.pid, 0)
  return { url, stop: () => child.kill() }
}

async function busyWriter(site: SiteProcess, admin: Client) {
  const calm = (await load(`${site.url}/`, { seconds, headers: browserHeaders })).requestsPerSecond
  let saves = 0
  let going = true
  const draft = await editableInput(admin)
  const writer = (async () => {
    while (going) {
      const next = Bun.sleep(100)
      const answer = await admin.write('PUT', `/api/blog/${draft.id}`, {
        ...draft,
        excerpt: `${draft.excerpt} ${saves}`,
      })
      if (answer.ok) saves++
      await next
    }
  })()
  const busy = (await load(`${site.url}/`, { seconds: seconds * 2, headers: browserHeaders })).requestsPerSecond
  going = false
  await writer
  say(
    '## Reads while a writer saves ten times a second',
    '',
    `\`/\`: ${thousands(busy)} requests/s with ${(saves / (seconds * 2)).toFixed(1)} saves per second, compared with ${thousands(calm)} without: ratio ${(busy / calm).toFixed(2)}. Every save invalidates the cached home page.`,
    '',
  )
}

/**
 * The difference of the two figures is the cost of queries and rendering; a cached response has the same network cost.
 */
async function uncached(site: SiteProcess, admin: Client) {
  const draft = await editableInput(admin)
  const turns = quick ? 40 : 120
  const [made, kept]: [number[], number[]] = [[], []]
  const visit = async () => {
    const started = performance.now()
    await (await fetch(`${site.url}/`, { signal: AbortSignal.timeout(5000) })).arrayBuffer()
    return performance.now() - started
  }
  for (let turn = -turns; turn < turns; turn++) {
    await admin.write('PUT', `/api/blog/${draft.id}`, { ...draft, excerpt: `${draft.excerpt} ${turn}` })
    const times = [await visit(), await visit()] as const
    // The first half warms up.
    if (turn >= 0) {
      made.push(times[0])
      kept.push(times[1])
    }
  }
  say('## One at a time', '', '| what | median, ms |', '|---|---:|')
  say(
    `| first \`/\` after a save: queries, render, response over the socket | ${median(made).toFixed(1)} |`,
    `| the next \`/\`, cached | ${median(kept).toFixed(1)} |`,
  )
}

async function smallThings(site: SiteProcess) {
  const client = visitor(site.url)
  const login = await timed(
    quick ? 15 : 40,
    () => client.write('POST', '/api/login', { username: 'ada', password: 'a long enough password' }),
    200,
  )
  const signUp = await timed(
    quick ? 50 : 300,
    (turn) => client.write('POST', '/api/waitlist', { email: `bench-${turn}@example.com` }),
    201,
  )
  say(`| a login (argon2id) | ${login.toFixed(1)} |`, `| a waitlist sign-up | ${signUp.toFixed(1)} |`, '')
}

async function memory(site: SiteProcess) {
  say('## Memory, start and browser bytes', '', '| what | figure |', '|---|---:|')
  await load(`${site.url}/`, { seconds, headers: browserHeaders })
  say(`| RSS after the above (more than 100,000 requests), embedded | ${rss(site.pid)} MB |`)
  if (!process.env.TEST_DATABASE_URL) return
  const external = await startSite({
    env: { DATABASE_URL: process.env.TEST_DATABASE_URL, THROTTLE: '0', SEED_DEMO: '1', LOG_LEVEL: 'info' },
  })
  try {
    for (const path of ['/', '/blog/', '/api/blog'])
      await load(external.url + path, { seconds, headers: browserHeaders })
    say(`| RSS after as many, PostgreSQL | ${rss(external.pid)} MB |`)
  } finally {
    await external.dispose()
  }
}

async function starts() {
  const first = await startSite()
  await first.stop()
  const again: number[] = []
  for (let turn = 0; turn < 5; turn++) again.push(await timeToFirstPage({ dataDir: first.dataDir }))
  rmSync(first.dataDir, { recursive: true, force: true })
  say(`| start to the first 200 of \`/\`, existing embedded database | ${median(again).toFixed(0)} ms |`)
  if (!process.env.TEST_DATABASE_URL) return
  const external: number[] = []
  for (let turn = 0; turn < 5; turn++)
    external.push(await timeToFirstPage({ env: { DATABASE_URL: process.env.TEST_DATABASE_URL } }))
  say(`| the same with PostgreSQL | ${median(external).toFixed(0)} ms |`)
}

async function timeToFirstPage(options: { dataDir?: string; env?: Record<string, string> }): Promise<number> {
  const site = await startSite(options)
  const asked = performance.now()
  const answer = await fetch(`${site.url}/`, { signal: AbortSignal.timeout(5000) })
  await answer.arrayBuffer()
  const total = site.startedIn + performance.now() - asked
  await site.stop()
  return total
}

function browserBytes() {
  const manifest = JSON.parse(readFileSync('dist/manifest.json', 'utf8')) as { sizes?: Record<string, number> }
  for (const [name, bytes] of Object.entries(manifest.sizes ?? {}))
    say(`| ${name}, brotli | ${(bytes / 1024).toFixed(1)} KB |`)
}

async function editableInput(admin: Client) {
  const [summary] = (await (await admin.get('/api/blog')).json()) as { slug: string }[]
  return (await (await admin.get(`/api/blog/${summary?.slug}`)).json()) as { id: number; excerpt: string }
}

async function timed(turns: number, work: (turn: number) => Promise<Response>, status: number): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const started = performance.now()
    const answer = await work(turn)
    await answer.arrayBuffer()
    times.push(performance.now() - started)
    if (answer.status !== status) throw new Error(`Expected ${status}, got ${answer.status}`)
  }
  return median(times)
}

function rss(pid: number): number {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  return Math.round(kilobytes / 1024)
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

function thousands(figure: number): string {
  return Math.round(figure).toLocaleString('en-US')
}

function say(...more: string[]) {
  lines.push(...more)
}
