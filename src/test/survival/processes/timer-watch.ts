/**
 * Preloaded into a site's process: on SIGTERM prints the maximum delay of a timer since the last SIGUSR2, in
 * milliseconds.
 */
const every = 10
let worst = 0
let last = performance.now()
setInterval(() => {
  const now = performance.now()
  worst = Math.max(worst, now - last - every)
  last = now
}, every).unref()
process.on('SIGUSR2', () => {
  worst = 0
  last = performance.now()
})
process.once('SIGTERM', () => console.log(`timers late by ${Math.ceil(worst)} ms`))
