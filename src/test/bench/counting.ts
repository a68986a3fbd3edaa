import { readFileSync } from 'node:fs'
import { visitor } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { generator, load, pin } from './load'

/**
 * `bun run bench:counting [--quick]`: the cost of counting a visit for a cached response. A counted browser and one
 * with `DNT: 1` request one page of one process in alternating rounds; the measure is the CPU time of that process per
 * request, because requests per second depend on the load of the machine.
 */
const quick = process.argv.includes('--quick')
const rounds = quick ? 10 : 60
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
    // They take turns in being first.
    const turns = [
      { dnt: '0', figures: counted },
      { dnt: '1', figures: objecting },
    ]
    for (const { dnt, figures } of round % 2 === 0 ? turns : turns.toReversed()) figures.push(await measure(site, dnt))
  }
  console.log(`\`${path}\`, ${rounds} alternating rounds of ${seconds} s each (${generator}), medians:\n`)
  console.log('| | counted | `DNT: 1` | ratio, 95 % interval |\n|---|---:|---:|---:|')
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

/** User and system time of all threads of a process; Linux counts it in hundredths of a second. */
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
  const [all, none] = [counted.map(read), objecting.map(read)]
  const ratios = all.map((figure, round) => figure / none[round]!)
  const [low, high] = medianInterval(ratios)
  const ratio = `${median(ratios).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
  return `| ${name} | ${told(median(all))} | ${told(median(none))} | ${ratio} |`
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!) / 2
}

/** The 95 % confidence interval of a median by order statistics, independent of the distribution. */
function medianInterval(figures: readonly number[]): [number, number] {
  const sorted = figures.toSorted((a, b) => a - b)
  const margin = 0.98 * Math.sqrt(sorted.length)
  const low = Math.max(0, Math.floor(sorted.length / 2 - margin))
  return [sorted[low]!, sorted[sorted.length - 1 - low]!]
}

function told(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: figure < 1000 ? 2 : 0 })
}
