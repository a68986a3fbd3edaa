/**
 * Loaded into the process of a site before its own code: tells with SIGTERM how late a timer was at most since the last
 * SIGUSR2, in milliseconds.
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
