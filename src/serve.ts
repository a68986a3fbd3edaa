import { openControl } from '#app/control'
import { addressOf, announceSetupCode, warnAboutSettings } from '#app/greeting'
import { awaitPrepared, prepareAdministrator, prepareContent } from '#app/prepare'
import { startSweeping } from '#app/sweep'
import type { Config } from '#base/config'
import { openDatabase } from '#base/db/database'
import { createFreshness } from '#base/freshness'
import { refuseNewConnections } from '#base/listener'
import type { Log } from '#base/log'
import { StartError } from '#base/start-error'
import { parentOf } from './workers'

type Server = Bun.Server<undefined>
type Fetch = (request: Request, server: Server) => Response | Promise<Response>

/** Milliseconds in which clients with open connections hear `Connection: close` before the listening socket closes. */
const farewell = 250
const longestStop = 10_000
/** Seconds without a byte in either direction. */
const longestIdle = 30
/** A little over what the API takes, so that it can say itself that a body is too large. */
const largestBody = 1_200_000

/** One process that answers requests, until a signal ends it. */
export async function serve(config: Config, log: Log): Promise<void> {
  const stop = Promise.withResolvers<void>()
  let isListening = false
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => (isListening ? stop.resolve() : process.exit(0)))

  const parent = parentOf(process.env)
  const setupCode = Promise.withResolvers<string | null>()
  const opening = openDatabase(config, log, async (db) => {
    if (parent) return awaitPrepared(db)
    await prepareContent(db, config)
    setupCode.resolve(await prepareAdministrator(db, config))
  })
  // The database opens while these modules load.
  const [{ createFrontDoor }, database] = await Promise.all([import('#app/front-door'), opening])
  const freshness = createFreshness({ channel: database.channel, sharedFile: parent?.countersFile })
  const door = createFrontDoor({ config, db: database.db, freshness, log })
  const server = listen(config, door.fetch, log, parent !== undefined)
  isListening = true
  const stopSweeping = startSweeping(database.db, log)

  const control = config.databaseUrl ? undefined : openControl(config.dataDir, database, freshness.touchAll, log)

  if (parent) {
    parent.ready()
  } else {
    const address = addressOf(config.host, server.port ?? config.port)
    warnAboutSettings(config, log)
    const announced = setupCode.promise.then((code) => announceSetupCode(code, address, log))
    if (database.isReady()) await announced
    log.print(`Listening on ${address}`)
  }

  await stop.promise
  stopSweeping()
  await finish(server, door.fetch)
  await control?.stop()
  await database.close()
  await log.flush()
  process.exit(0)
}

function listen({ host, port }: Config, fetch: Fetch, log: Log, isWorker: boolean): Server {
  try {
    return Bun.serve({
      hostname: host,
      port,
      reusePort: isWorker,
      development: false,
      idleTimeout: longestIdle,
      maxRequestBodySize: largestBody,
      fetch,
      error(error) {
        log.error('A request failed outside of everything that handles failures', { error })
        return new Response('Internal Server Error', { status: 500 })
      },
    })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    throw new StartError(isTaken ? `Port ${port} on ${host} is already in use` : `Cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`)
  }
}

/** Takes no new connections, ends the open ones after their next answer, and waits for what is being answered. */
async function finish(server: Server, fetch: Fetch) {
  server.reload({ fetch: async (request, current) => lastAnswer(await fetch(request, current)) })
  refuseNewConnections(server.port ?? 0)
  await Bun.sleep(farewell)
  await Promise.race([server.stop(), Bun.sleep(longestStop - farewell)])
  await server.stop(true)
}

function lastAnswer(answer: Response): Response {
  const headers = new Headers(answer.headers)
  headers.set('Connection', 'close')
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers })
}
