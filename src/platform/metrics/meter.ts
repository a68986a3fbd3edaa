import { createHistogram } from 'node:perf_hooks'

/** The labels by which responses are counted. */
export const answerKinds = ['page', 'api', 'file', 'kept'] as const

export type AnswerKind = (typeof answerKinds)[number]
export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** The upper bounds of the buckets of durations, in milliseconds. */
export const bounds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, Infinity] as const

/** The gauges, and how the values of several processes are combined. */
const gauges = {
  cacheHits: 'total',
  cacheMisses: 'total',
  cacheBytes: 'sum',
  eventStreams: 'sum',
  residentBytes: 'sum',
  loopDelayP99: 'most',
  loopDelaySum: 'total',
  loopDelayCount: 'total',
  startedAt: 'most',
} as const

type Gauge = keyof typeof gauges
const gaugeNames = Object.keys(gauges) as Gauge[]

const classCount = statusClasses.length
const width = bounds.length + 1
const durationsAt = answerKinds.length * classCount
const gaugesAt = durationsAt + answerKinds.length * width
const jobsAt = gaugesAt + gaugeNames.length
const mostJobs = 90

/**
 * Per job: the time of the last success (milliseconds since 1970), the number of failures, and of those since the last
 * success.
 */
const jobWidth = 3

/** The number of counters of a process. */
export const meterLength = jobsAt + mostJobs * jobWidth

const kindIndex: Record<AnswerKind, number> = { page: 0, api: 1, file: 2, kept: 3 }

export type JobCount = { lastSuccess: number; failures: number; failuresInARow: number }
export type Meter = ReturnType<typeof createMeter>

/**
 * Counters in one flat array, because every cached response is counted and an increment must be one addition. The
 * processes of one machine share `rows`, each writes one of its own, and each can read the sums: a scraper may reach any.
 */
export function createMeter({ rows = new Float64Array(meterLength), index = 0 } = {}) {
  const row = rows.subarray(index * meterLength, (index + 1) * meterLength)
  const sources: (() => void)[] = []

  function answered(kind: AnswerKind, status: number, milliseconds: number): void {
    const place = kindIndex[kind]
    row[place * classCount + ((status / 100) | 0) - 1]!++
    const durations = durationsAt + place * width
    let bucket = 0
    while (milliseconds > bounds[bucket]!) bucket++
    row[durations + bucket]!++
    row[durations + width - 1]! += milliseconds
  }

  /** `read` is called on each scrape. Values that only grow continue from the last value of an earlier process. */
  function gauge(name: Gauge, read: () => number): void {
    const place = gaugesAt + gaugeNames.indexOf(name)
    const base = gauges[name] === 'total' ? row[place]! : 0
    sources.push(() => {
      row[place] = base + read()
    })
  }

  const takeGauges = () => sources.forEach((take) => take())

  const over: Over = (place, how) => {
    let result = 0
    for (let at = place; at < rows.length; at += meterLength)
      result = how === 'sum' ? result + rows[at]! : Math.max(result, rows[at]!)
    return result
  }

  return {
    answered,
    gauge,
    ...createJobCounts(row, over),
    /** Makes this process's gauges readable by the other processes of the machine. */
    takeGauges,
    requests: (kind: AnswerKind, status: number) => over(kindIndex[kind] * classCount + status, 'sum'),
    /** The number of responses in each bucket, and the total milliseconds. */
    durations(kind: AnswerKind) {
      const place = durationsAt + kindIndex[kind] * width
      return {
        buckets: bounds.map((_, bucket) => over(place + bucket, 'sum')),
        sum: over(place + width - 1, 'sum'),
      }
    },
    read: (name: Gauge) => over(gaugesAt + gaugeNames.indexOf(name), gauges[name] === 'most' ? 'most' : 'sum'),
  }
}

/** The counters of all processes of one machine, in a file mapped by all of them. */
export function shareMeter({ file, index }: { file: string; index: number }) {
  const bytes = Bun.mmap(file, { shared: true })
  return { rows: new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8), index }
}

type Over = (place: number, how: 'sum' | 'most') => number

function createJobCounts(row: Float64Array, over: Over) {
  const places = new Map<string, number>()

  /** Every process of a machine registers its jobs in the same order. */
  const placeOf = (name: string): number =>
    places.getOrInsertComputed(name, () => {
      if (places.size === mostJobs) throw new Error('There are more jobs than the meter has room for')
      return jobsAt + places.size * jobWidth
    })

  function jobEnded(name: string, succeeded: boolean): void {
    const place = placeOf(name)
    if (succeeded) {
      row[place] = Date.now()
      row[place + 2] = 0
    } else {
      row[place + 1]!++
      row[place + 2]!++
    }
  }

  const countOf = (place: number): JobCount => ({
    lastSuccess: over(place, 'most'),
    failures: over(place + 1, 'sum'),
    failuresInARow: over(place + 2, 'most'),
  })

  return {
    knowJobs: (names: readonly string[]) => names.forEach(placeOf),
    jobEnded,
    jobs: (): Map<string, JobCount> => new Map([...places].map(([name, place]) => [name, countOf(place)])),
  }
}

/** Milliseconds between two measurements of the event loop, and between those of the other gauges. */
const resolution = 50

const gaugeInterval = 1000

/** Milliseconds of one measuring window; the reported delays cover at most two windows. */
const windowLength = 30_000

/**
 * The share of a core below which the process counts as idle, and the interval of all measurements then, because twenty
 * timers a second would keep a process awake that nobody asks anything.
 */
const idleBelow = 0.02

const idleInterval = 5000

/** Measures the process's use of resources until the returned function is called. */
export function watchProcess(meter: Meter): () => void {
  const delays = createDelays()
  meter.gauge('residentBytes', () => process.memoryUsage.rss())
  meter.gauge('startedAt', () => performance.timeOrigin)
  meter.gauge('loopDelayP99', delays.p99)
  meter.gauge('loopDelaySum', delays.sum)
  meter.gauge('loopDelayCount', delays.count)
  let last = { at: performance.now(), used: cpuTime() }
  let windowBegan = last.at
  let isIdle = false
  let timer: Timer

  function measureAgain() {
    const pause = isIdle ? idleInterval : resolution
    const due = performance.now() + pause
    timer = setTimeout(() => {
      const now = performance.now()
      delays.record(now - due)
      if (now - last.at >= gaugeInterval) takeGauges(now)
      measureAgain()
    }, pause)
    timer.unref()
  }

  function takeGauges(at: number) {
    const used = cpuTime()
    isIdle = used - last.used < idleBelow * (at - last.at)
    last = { at, used }
    meter.takeGauges()
    if (at - windowBegan < windowLength) return
    windowBegan = at
    delays.next()
  }

  measureAgain()
  return () => clearTimeout(timer)
}

/** Milliseconds of CPU time that the process has used. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The event loop's delay, in milliseconds. */
function createDelays() {
  const histogram = createHistogram()
  const past = { p99: 0, sum: 0, count: 0 }
  const milliseconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : 0)
  const p99 = () => (histogram.count === 0 ? 0 : milliseconds(histogram.percentile(99)))
  const sum = () => (histogram.count === 0 ? 0 : milliseconds(histogram.mean) * histogram.count)
  return {
    record: (delay: number) => histogram.record(Math.max(1, Math.round(delay * 1e6))),
    p99: () => Math.max(past.p99, p99()),
    sum: () => past.sum + sum(),
    count: () => past.count + histogram.count,
    next() {
      past.p99 = p99()
      past.sum += sum()
      past.count += histogram.count
      histogram.reset()
    },
  }
}
