import { readConfig } from '#platform/config'
import { createLog } from '#platform/log/log'
import { setNativeLimits } from '#platform/native-limits'
import { StartError } from '#platform/start-error'

/** The process: one that serves, or with WORKERS the parent of several, or one of those. */
// React's slower half is for development only.
process.env.NODE_ENV ??= 'production'

setNativeLimits()
// What the site keeps is for no other user of the machine.
process.umask(0o077)

const settings = readConfig(process.env)
if ('faults' in settings) {
  for (const fault of settings.faults) console.error(fault)
  process.exit(1)
}

const { config } = settings
const log = createLog(config.logLevel, process.stdout.isTTY)

// A fault in some background work is a line in the log, not the end of the site.
process.on('unhandledRejection', (error) => log.error('A promise failed and nobody was waiting for it', { error }))
process.on('uncaughtException', (error) => log.error('An error was caught by nobody', { error }))

try {
  if (config.workers > 1 && !process.env.INDUSTRIA_WORKER) {
    const { runWorkers } = await import('./workers')
    await runWorkers(config, log)
  } else {
    const { serve } = await import('./serve')
    await serve(config, log)
  }
} catch (error) {
  if (error instanceof StartError) console.error(error.message)
  else log.error('The site cannot start', { error })
  await log.flush()
  process.exit(1)
}
