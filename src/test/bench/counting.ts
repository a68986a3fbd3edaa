import { readFileSync } from 'node:fs'
import { visitor } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { generator, load, pin } from './load'

/**
 * `bun run bench:counting [--quick]`: what it costs a cached response that its visit is counted. A browser that is counted
 * and the same with `DNT: 1` ask one process for one page in alternating rounds; the measure is the CPU time of that
 * process for each request, for requests a second move with whatever else the machine does.
 */
const quick = process.argv.includes('--quick')
const rounds = quick ? 10 : 40
const seconds = 1
const path = '/blog/'
const browser = {
  'accept-encoding': 'gzip, deflate, br, zstd',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36',
  'sec-fetch-dest': 'document',
}

type Figures = { requestsPerSecond: number; cpuMicroseconds: number }

const site = await startSite({ env: { LOG_LEVEL: 'info' } })
try {
  await pin(site.pid, 0)
  await (await visitor(site.url).get(path, browser)).arrayBuffer()
  await measure(site, '0')
  const counted: Figures[] = []
  const objecting: Figures[] = []
  for (let round = 0; round < rounds; round++) {
    // Neither is always the first of two.
    const turns = [
      { dnt: '0', figures: counted },
      { dnt: '1', figures: objecting },
    ]
    for (const { dnt, figures } of round % 2 === 0 ? turns : turns.toReversed()) figures.push(await measure(site, dnt))
  }
  console.log(
    `\`${path}\`, the quietest quarter of ${rounds} alternating rounds of ${seconds} s each (${generator}):\n`,
  )
  console.log('| | counted | `DNT: 1` | ratio |\n|---|---:|---:|---:|')
  console.log(row('CPU time for a request, µs', ({ cpuMicroseconds }) => cpuMicroseconds, { counted, objecting }))
  console.log(row('requests/s', ({ requestsPerSecond }) => requestsPerSecond, { counted, objecting }))
} finally {
  await site.dispose()
}

async function measure({ url, pid }: SiteProcess, dnt: string): Promise<Figures> {
  const before = cpuMilliseconds(pid)
  const { requestsPerSecond, failed } = await load(url + path, { seconds, headers: { ...browser, dnt } })
  if (failed > 0) throw new Error(`${failed} answers failed`)
  return {
    requestsPerSecond,
    cpuMicroseconds: ((cpuMilliseconds(pid) - before) * 1000) / (requestsPerSecond * seconds),
  }
}

/** User and system time of all threads of a process, which Linux counts in hundredths of a second. */
function cpuMilliseconds(pid: number): number {
  const [, fields = ''] = /\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
  const [user, system] = fields.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

function row(
  name: string,
  read: (figures: Figures) => number,
  { counted, objecting }: { counted: Figures[]; objecting: Figures[] },
): string {
  const [all, none] = [quietest(counted, read), quietest(objecting, read)]
  return `| ${name} | ${told(all)} | ${told(none)} | ${(all / none).toFixed(3)} |`
}

/** What else the machine does makes each request dearer: the rounds that it disturbed least tell most. */
function quietest(all: readonly Figures[], read: (figures: Figures) => number): number {
  const quarter = all.toSorted((a, b) => a.cpuMicroseconds - b.cpuMicroseconds).slice(0, Math.ceil(all.length / 4))
  return quarter.reduce((sum, figures) => sum + read(figures), 0) / quarter.length
}

function told(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: figure < 1000 ? 2 : 0 })
}
