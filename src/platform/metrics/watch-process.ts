import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from './meter'

/** Poll intervals in milliseconds: of the event loop, and of the other gauges. */
const resolution = 50
const gaugeInterval = 1000
/** Ticks of one measuring window; the reported delays cover at most two windows. */
const turnsPerWindow = 30

/** Measures the process's use of resources until the returned function is called. */
export function watchProcess(meter: Meter): () => void {
  const delays = createDelays()
  meter.gauge('residentBytes', () => process.memoryUsage.rss())
  meter.gauge('startedAt', () => performance.timeOrigin)
  meter.gauge('loopDelayP99', () => delays.p99())
  meter.gauge('loopDelaySum', () => delays.sum())
  meter.gauge('loopDelayCount', () => delays.count())
  let turn = 0
  const timer = setInterval(() => {
    meter.takeGauges()
    if (++turn % turnsPerWindow === 0) delays.next()
  }, gaugeInterval)
  timer.unref()
  return () => {
    clearInterval(timer)
    delays.stop()
  }
}

/** The event loop's delay, in milliseconds. */
function createDelays() {
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  const past = { p99: 0, sum: 0, count: 0 }
  const milliseconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : 0)
  const p99 = () => milliseconds(histogram.percentile(99))
  const sum = () => (histogram.count === 0 ? 0 : milliseconds(histogram.mean) * histogram.count)
  return {
    p99: () => Math.max(past.p99, p99()),
    sum: () => past.sum + sum(),
    count: () => past.count + histogram.count,
    next() {
      past.p99 = p99()
      past.sum += sum()
      past.count += histogram.count
      histogram.reset()
    },
    stop: () => histogram.disable(),
  }
}
