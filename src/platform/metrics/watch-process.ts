import { createHistogram } from 'node:perf_hooks'
import type { Meter } from './meter'

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
