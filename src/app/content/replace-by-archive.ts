import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseErrorCode } from '#platform/db/database'
import type { Actor, Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'
import { incomingFolder } from '#platform/storage/file-store'
import { writeOut } from '#platform/storage/disk'
import { type Pieces, readEntries, readRows } from './read-archive'
import { insertRows, replaceAll } from './site-content'

type Options = {
  actor?: Actor
  /** Called with the number of further rows and files. */
  counted?(by: number): void
  /** Runs in the transaction, after all rows were inserted. */
  last?(tx: Transaction): Promise<void>
}

/**
 * Replaces all content by an archive, or changes nothing; holds one batch of rows in memory. Resolves to a set-up code
 * when there is no administrator left.
 */
export async function replaceByArchive(
  services: Services,
  open: () => Pieces,
  { actor, counted = () => {}, last = async () => {} }: Options = {},
): Promise<string | null> {
  const content = join(incomingFolder(services.config), crypto.randomUUID())
  try {
    await takeFiles(services, open(), { content, counted })
    services.stopping.throwIfAborted()
    return await services.withDedicatedConnection((db) =>
      replaceAll(
        { ...services, db },
        async (tx) => {
          await insertRows(tx, readRows(createReadStream(content)), counted).catch(refuseRows)
          await last(tx)
        },
        actor,
      ),
    )
  } finally {
    await rm(content, { force: true })
  }
}

/** Rows that fit their schemas may still not fit together: two of one slug, a reply to no message. */
function refuseRows(error: unknown): never {
  const code = databaseErrorCode(error)
  if (code?.startsWith('23') || code?.startsWith('22'))
    throw new StartError('The archive is damaged: its rows do not fit together', { cause: error })
  throw error
}

/** Puts the files of an archive into the store before any row refers to them, and spools its content to the disk. */
async function takeFiles(
  { config, files, stopping }: Pick<Services, 'config' | 'files' | 'stopping'>,
  archive: Pieces,
  { content, counted }: { content: string; counted(by: number): void },
): Promise<void> {
  const folder = incomingFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await readEntries(archive, {
    content: (packed) => writeOut(packed, content),
    async file(name, pieces) {
      stopping.throwIfAborted()
      const path = join(folder, crypto.randomUUID())
      try {
        const { hash } = await writeOut(pieces, path)
        if (hash !== name) throw new StartError('The archive is damaged: a file in it is not what it was')
        await files.keep(hash, path)
      } finally {
        await rm(path, { force: true })
      }
      counted(1)
    },
  })
}
