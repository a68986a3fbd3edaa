import { chmodSync, createReadStream, rmSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { resetAdministrator } from '#auth/second-factor/reset-second-factor'
import { HttpError } from '#contract/http-error'
import { translate } from '#i18n/translate'
import { streamPieces } from '#platform/http/bodies'
import { noteBackup } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { incomingFolder } from '#platform/storage/file-store'
import { writeOut } from '#platform/storage/disk'
import { StartError } from '#platform/start-error'
import { defaultLanguage } from '#i18n/language'
import { checkArchive, summaryOfCounts } from './read-archive'
import { streamContent } from './write-archive'
import { replaceByArchive } from './replace-by-archive'

/** A large site takes longer than the default of ten seconds. Unix sockets accept the option, though their types lack it. */
const patient: object = { idleTimeout: 0 }

/**
 * The process that owns an embedded database runs commands for other processes, which cannot open it: backup, restore,
 * resetting an administrator. A Unix socket in DATA_DIR that only the owner's user may use.
 */
export function openBackupSocket(services: Services): { stop(): Promise<void> } | undefined {
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
        if (request.method === 'PATCH') {
          await noteBackup(services.db)
          return new Response(null, { status: 204 })
        }
        if (request.method === 'POST') return new Response(await reset(services, request))
        if (request.method === 'GET') return new Response(await handOut(services))
        return Response.json(await takeIn(services, request))
      },
      error(error) {
        if (!(error instanceof StartError)) log.error('A command failed', { error })
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

/** Sends the packed content; the client reads the media files from the disk itself. */
async function handOut({ config, withDedicatedConnection }: Services): Promise<ReadableStream<Uint8Array>> {
  const folder = incomingFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return streamPieces(await withDedicatedConnection((db) => streamContent(db, folder)))
}

/** Spooled to the disk, because it is read more than once. */
async function takeIn(services: Services, request: Request) {
  const folder = incomingFolder(services.config)
  const path = join(folder, crypto.randomUUID())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeOut(request.body as unknown as AsyncIterable<Uint8Array>, path)
    const open = () => createReadStream(path)
    const { counts } = await checkArchive(open())
    const alone = { ...services, writeHold: undefined }
    const setupCode = await services.writeHold!.hold(() => replaceByArchive(alone, open))
    services.log.warn('The content of the site was replaced by an archive')
    return { summary: summaryOfCounts(counts), setupCode }
  } finally {
    await rm(path, { force: true })
  }
}

/** Resolves to the name of the administrator who can log in again. */
async function reset(services: Services, request: Request): Promise<string> {
  const { username, passwordHash } = lockedOut.parse(await request.json())
  try {
    return await resetAdministrator(services, username, passwordHash)
  } catch (error) {
    throw error instanceof HttpError ? new StartError(translate(defaultLanguage, error.messageId)) : error
  }
}

const lockedOut = z.object({ username: z.string(), passwordHash: z.string() })

/** Sends a request to the process that owns `dataDir`; undefined when there is none. */
export async function requestOwner(dataDir: string, request: RequestInit = {}): Promise<Response | undefined> {
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
