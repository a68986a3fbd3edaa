import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  listeningAddress,
  announceSetupCode,
  warnAboutSettings,
  publishBuild,
  prepareAdministrator,
  prepareContent,
} from '#app/content/start-up'
import { prepareDemo } from '#app/demo/demo'
import { createSiteClock } from '#app/clock'
import type { Config } from '#platform/config'
import { openDatabase } from '#platform/db/open-database'
import { sharedBytes } from '#platform/cache/cache-tags'
import { claimPort } from '#platform/listener'
import { meterLength } from '#platform/metrics/meter'
import { followSettings } from '#platform/owner/in-force'
import type { Log } from '#platform/log/log'
import type { Database, OpenDatabase } from '#platform/db/database'

/** The name of the file with shared cache tag versions; set only in worker processes. */
const workerVariable = 'INDUSTRIA_WORKER'
/** The worker's index: a replacement continues the counters of the worker before it. */
const indexVariable = 'INDUSTRIA_WORKER_INDEX'
const meterOf = (countersFile: string) => `${countersFile}.meter`
const firstPause = 100
const longestPause = 10_000
/** Milliseconds of uptime after which the restart delay is reset. */
const settledAfter = 10_000
/** Milliseconds; longer than a worker needs to stop by itself. */
const longestEnd = 12_000

type Parent = { countersFile: string; meter: { file: string; index: number }; ready(): void }

/** The worker's link to its parent process; undefined in a single process. */
export function parentOf(env: Record<string, string | undefined>): Parent | undefined {
  const countersFile = env[workerVariable]
  if (countersFile === undefined) return undefined
  const meter = { file: meterOf(countersFile), index: Number(env[indexVariable]) }
  return { countersFile, meter, ready: () => process.send?.('ready') }
}

/** Prepares a new or updated database; resolves to the set-up code of a site without an administrator. */
export async function prepareSite(
  db: Database,
  config: Config,
  log: Log,
  clock: ReturnType<typeof createSiteClock>,
): Promise<string | null> {
  await prepareContent(db, config, log)
  await clock.check(db)
  // Other processes must find the assets of this one's first page; with an embedded database there are none.
  if (config.databaseUrl) await publishBuild(db, log)
  if (config.demo) await prepareDemo(db)
  return prepareAdministrator(db, config)
}

type Started = { port: number; setupCode: Promise<string | null>; database: OpenDatabase }

/** Prints the site's URL, and the set-up code while there is no administrator. */
export async function announce(config: Config, log: Log, { port, setupCode, database }: Started): Promise<void> {
  const address = listeningAddress(config.host, port)
  warnAboutSettings(config, log)
  const announced = setupCode.then((code) => announceSetupCode(code, config.siteUrl ?? address, log))
  // On a standby the set-up code is only known once it accepts writes.
  if (database.takesWrites()) await announced
  log.print(`Listening on ${address}`)
}

/** Starts `config.workers` processes on one port, restarts them when they die, and prepares the database for them. */
export async function runWorkers(config: Config, log: Log): Promise<void> {
  const stop = Promise.withResolvers<number>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.resolve(0))

  // Workers listen with reusePort, which any other process could share: claiming the port first makes sure it is free.
  const port = claimPort(config.host, config.port)
  const countersFile = join(tmpdir(), `industria-${crypto.randomUUID()}`)
  writeFileSync(countersFile, new Uint8Array(sharedBytes), { mode: 0o600 })
  writeFileSync(meterOf(countersFile), new Float64Array(config.workers * meterLength), { mode: 0o600 })
  process.on('exit', () => {
    for (const file of [countersFile, meterOf(countersFile)]) rmSync(file, { force: true })
  })

  const setupCode = Promise.withResolvers<string | null>()
  const database = await openDatabase(config, log, async (db) => {
    setupCode.resolve(await prepareSite(db, config, log, createSiteClock(config, log)))
    await followSettings({ db, config })
  })

  const team = Array.from({ length: config.workers }, (_, index) =>
    keepAlive(
      { PORT: String(port), [workerVariable]: countersFile, [indexVariable]: String(index) },
      log,
      config.drainSeconds * 1000,
    ),
  )
  await Promise.race([Promise.all(team.map(({ ready }) => ready)), stop.promise])
  await announce(config, log, { port, setupCode: setupCode.promise, database })

  await stop.promise
  await Promise.all(team.map((worker) => worker.end()))
  await database.close()
  await log.flush()
  process.exit(0)
}

function keepAlive(env: Record<string, string>, log: Log, drain: number) {
  const ready = Promise.withResolvers<void>()
  let isEnding = false
  let pause = firstPause
  let worker = start()

  function start() {
    const since = performance.now()
    return Bun.spawn([process.execPath, Bun.main], {
      env: { ...process.env, ...env },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      ipc: () => ready.resolve(),
      onExit(_, code, signal) {
        if (isEnding) return
        pause = performance.now() - since > settledAfter ? firstPause : Math.min(pause * 2, longestPause)
        log.error('A worker exited unexpectedly and is started again', { code, signal, inMs: pause })
        setTimeout(() => {
          if (!isEnding) worker = start()
        }, pause)
      },
    })
  }

  return {
    ready: ready.promise,
    async end() {
      isEnding = true
      worker.kill('SIGTERM')
      const late = setTimeout(() => worker.kill('SIGKILL'), drain + longestEnd)
      await worker.exited
      clearTimeout(late)
    },
  }
}
