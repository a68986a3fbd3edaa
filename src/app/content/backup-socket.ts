import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { resetAdministrator } from '#auth/second-factor/take-second-factor'
import { HttpError } from '#contract/http-error'
import { translate } from '#i18n/translate'
import type { OpenDatabase } from '#platform/db/database'
import { noteBackup } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'

/** A large site takes longer than ten seconds. Sockets do as they are told here, though their types do not know it. */
const patient: object = { idleTimeout: 0 }

/**
 * The owner of an embedded database does for others what they cannot do while it runs: hand out an archive, take one
 * in, let somebody who is locked out in again. A socket in DATA_DIR that only the owner's user may use.
 */
export function openBackupSocket(
  services: Services,
  { atLeisure }: Pick<OpenDatabase, 'atLeisure'>,
): { stop(): Promise<void> } | undefined {
  const { config, log } = services
  const socket = socketOf(config.dataDir)
  rmSync(socket, { force: true })
  const mask = process.umask(0o177)
  try {
    const server = Bun.serve({
      unix: socket,
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      development: false,
      ...patient,
      async fetch(request) {
        const [{ packArchive, readArchive, summaryOf }, { collect }, { replaceContent }] = await Promise.all([
          import('./archive'),
          import('./collect'),
          import('./site-content'),
        ])
        if (request.method === 'PATCH') {
          await noteBackup(services.db)
          return new Response(null, { status: 204 })
        }
        if (request.method === 'POST') return new Response(await reset(services, request))
        if (request.method === 'GET') return new Response(await packArchive(await atLeisure(collect)))
        const content = await readArchive(await request.bytes())
        const setupCode = await atLeisure((db) => replaceContent({ ...services, db }, content))
        log.warn('The content of the site was replaced by an archive')
        return Response.json({ summary: summaryOf(content), setupCode })
      },
      error(error) {
        if (!(error instanceof StartError)) log.error('A command could not be carried out', { error })
        return new Response(
          error instanceof StartError ? error.message : 'The database refused; the log of the server tells why',
          { status: 422 },
        )
      },
    })
    chmodSync(socket, 0o600)
    return {
      async stop() {
        await server.stop(true)
        rmSync(socket, { force: true })
      },
    }
  } catch (error) {
    log.warn('Backups while the site runs are not possible: no socket in DATA_DIR', { error })
    return undefined
  } finally {
    process.umask(mask)
  }
}

/** Resolves to the name of whoever can log in again. */
async function reset(services: Services, request: Request): Promise<string> {
  const { username, passwordHash } = lockedOut.parse(await request.json())
  try {
    return await resetAdministrator(services, username, passwordHash)
  } catch (error) {
    throw error instanceof HttpError ? new StartError(translate('en', error.messageId)) : error
  }
}

const lockedOut = z.object({ username: z.string(), passwordHash: z.string() })

/** Asks the running owner of `dataDir`; undefined when nobody answers. */
export async function askOwner(dataDir: string, request: RequestInit = {}): Promise<Response | undefined> {
  try {
    const answer = await fetch('http://localhost/', { ...request, unix: socketOf(dataDir) })
    if (answer.ok) return answer
    throw new StartError(await answer.text())
  } catch (error) {
    if (error instanceof StartError) throw error
    return undefined
  }
}

const socketOf = (dataDir: string) => join(dataDir, 'backup.sock')
