import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from './meter'

/** Milliseconds: between two looks at the event loop, and at the rest for the other processes of the machine. */
const resolution = 50
const tellEvery = 1000
/** Ticks of one measuring window; the reported delays cover at most two windows. */
const stretch = 30

/** Has what the process takes of its machine counted, until the function that it gives is called. */
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
    if (++turn % stretch === 0) delays.next()
  }, tellEvery)
  timer.unref()
  return () => {
    clearInterval(timer)
    delays.stop()
  }
}

/** How late the event loop is, in milliseconds. */
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
