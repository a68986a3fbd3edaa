import { fstatSync } from 'node:fs'
import { readConfig } from '#platform/config'
import { createLog } from '#platform/log/log'
import { setNativeLimits } from '#platform/native-limits'
import { StartError } from '#platform/start-error'

/** The entry of the server: a single process, or with WORKERS the parent of several, or one of those. */
// Otherwise React uses its slower development build.
process.env.NODE_ENV ??= 'production'

setNativeLimits()
// Created files are not readable by other users of the machine.
process.umask(0o077)

const settings = readConfig(process.env)
if ('faults' in settings) {
  for (const fault of settings.faults) console.error(fault)
  process.exit(1)
}

const { config } = settings
// `process.stdout.isTTY` loads the streams of files and terminals, which takes ten milliseconds.
const log = createLog(config.logLevel, fstatSync(1).isCharacterDevice())

// An error in background work is logged, and does not end the process.
process.on('unhandledRejection', (error) => log.error('Unhandled promise rejection', { error }))
process.on('uncaughtException', (error) => log.error('Uncaught exception', { error }))

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
