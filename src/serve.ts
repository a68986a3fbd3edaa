import { awaitPrepared } from '#app/content/start-up'
import { createSiteClock } from '#app/clock'
import type { Config } from '#platform/config'
import { createChanges } from '#platform/events/changes'
import type { OpenDatabase } from '#platform/db/database'
import { openDatabase } from '#platform/db/open-database'
import { lockDataDir } from '#platform/db/embedded/data-dir'
import { createCacheTags, machineOf, readVersions } from '#platform/cache/cache-tags'
import { cannotListen, claimPort, refuseNewConnections } from '#platform/listener'
import { plainError } from '#platform/http/security-headers'
import { createMeter, shareMeter, watchProcess } from '#platform/metrics/meter'
import type { Log } from '#platform/log/log'
import { createPeers } from '#platform/cache/peers'
import { followSettings } from '#platform/owner/in-force'
import { removeProcess, registerProcess } from '#platform/system/feature'
import { parentOf, announce, prepareSite } from './workers'

type Server = Bun.Server<undefined>
type Fetch = (request: Request, server: Server) => Response | Promise<Response>

/** Milliseconds in which clients with open connections receive `Connection: close` before the listening socket closes. */
const farewell = 250
/** Milliseconds for requests in flight, and for the whole shutdown. */
const longestFinish = 8000
const longestStop = 9500
/** Idle timeout of connections in seconds. */
const longestIdle = 30

/** Serves requests until a signal ends the process. */
export async function serve(config: Config, log: Log): Promise<void> {
  const stop = Promise.withResolvers<void>()
  let isListening = false
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.on(signal, () => (isListening ? stop.resolve() : process.exit(0)))

  const parent = parentOf(process.env)
  if (!parent) checkPort(config)

  const clock = createSiteClock(config, log)
  const setupCode = Promise.withResolvers<string | null>()
  const opening = openDatabase(config, log, async (db) => {
    if (parent) await awaitPrepared(db)
    else setupCode.resolve(await prepareSite(db, config, log, clock))
  })
  // The database opens while these modules load.
  const [modules, database] = await Promise.all([loadModules(), opening])
  const [{ createRequestPipeline }, { createServices }, { jobs }, scheduler, { openBackupSocket }] = modules
  const cacheTags = openCacheTags(database, log, parent?.countersFile)
  const changes = createChanges({ channel: database.channel })
  const stopping = new AbortController()
  const meter = createMeter(parent ? shareMeter(parent.meter) : {})
  const services = createServices({
    config,
    db: database.db,
    withDedicatedConnection: (work) => database.withDedicatedConnection(work),
    takesWrites: database.takesWrites,
    cacheTags,
    changes,
    log,
    stopping: stopping.signal,
    meter,
  })
  await followSettings(services).catch((error: unknown) => log.warn('The stored settings could not be read', { error }))
  const pipeline = createRequestPipeline(services)
  let isStopping = false
  const closing = (answer: Response) => (isStopping ? lastAnswer(answer) : answer)
  const server = listen(config, log, parent !== undefined, (request, current) => {
    const answer = pipeline.fetch(request, current)
    return answer instanceof Promise ? answer.then(closing) : closing(answer)
  })
  isListening = true
  void registerProcess(services).catch(() => {})
  const stopDue = scheduler.startScheduler(jobs, services, { mayErase: clock.mayErase })
  const stopWatching = clock.watch(services)
  const stopMeasuring = watchProcess(meter)

  const backups = config.databaseUrl ? undefined : openBackupSocket(services)

  if (parent) parent.ready()
  else await announce(config, log, { port: server.port ?? config.port, setupCode: setupCode.promise, database })

  await stop.promise
  isStopping = true
  stopping.abort()
  // A balancer sees that the process is not ready, and stops using it before it stops accepting connections.
  await Bun.sleep(config.drainSeconds * 1000)
  // Even if the database cannot close in time: all acknowledged writes are durable.
  setTimeout(() => process.exit(0), longestStop)
  const nothingDue = stopDue()
  stopWatching()
  stopMeasuring()
  await finish(server)
  await nothingDue
  await scheduler.runAtStop(jobs, services)
  await backups?.stop()
  await removeProcess(services).catch(() => {})
  await cacheTags.leave()
  await database.close()
  await log.flush()
  process.exit(0)
}

const loadModules = () =>
  Promise.all([
    import('#app/request/request-pipeline'),
    import('#app/services'),
    import('#app/jobs'),
    import('#platform/jobs/scheduler'),
    import('#app/content/backup-socket'),
  ])

/** Fails early when the port is taken, which a first start would otherwise notice only after creating its database. */
function checkPort({ host, port, databaseUrl, dataDir }: Config) {
  try {
    claimPort(host, port)
  } catch (error) {
    // The process on the port usually also holds the data directory's lock, whose error names that process.
    if (!databaseUrl) lockDataDir(dataDir).release()
    throw error
  }
}

function openCacheTags(
  { channel, db }: Pick<OpenDatabase, 'channel' | 'db'>,
  log: Log,
  sharedFile: string | undefined,
) {
  return createCacheTags({
    channel,
    peers: channel && createPeers(channel, log, machineOf(sharedFile)),
    sharedFile,
    readVersions: () => readVersions(db),
  })
}

function listen(config: Config, log: Log, isWorker: boolean, fetch: Fetch): Server {
  const { host, port } = config
  try {
    return Bun.serve({
      hostname: host,
      port,
      reusePort: isWorker,
      development: false,
      idleTimeout: longestIdle,
      // Each route limits its body itself, with an error of its own.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      fetch,
      error(error) {
        log.error('A request failed outside the request pipeline', { error })
        return plainError(config.siteUrl)
      },
    })
  } catch (error) {
    throw cannotListen(host, port, error)
  }
}

/**
 * Accepts no new connections, gives idle ones time to receive a last response, and waits for requests in flight.
 */
async function finish(server: Server) {
  refuseNewConnections(server.port ?? 0)
  await Bun.sleep(farewell)
  await Promise.race([server.stop(), Bun.sleep(longestFinish)])
  await server.stop(true)
}

function lastAnswer(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.set('Connection', 'close')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}
