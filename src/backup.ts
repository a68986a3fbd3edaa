import { createReadStream, existsSync, renameSync, rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { checkArchive, readRows, summaryOfCounts } from '#app/content/read-archive'
import { archivePieces, streamContent } from '#app/content/write-archive'
import { runCommand, withDatabase } from '#app/content/command'
import { requestOwner } from '#app/content/backup-socket'
import { contentTables } from '#app/content/site-content'
import type { Config } from '#platform/config'
import { noteBackup } from '#platform/owner/settings'
import { openFileStore } from '#platform/storage/file-store'
import { syncFolder, writeOut } from '#platform/storage/disk'
import { HttpError } from '#contract/http-error'
import { StartError, messageOf } from '#platform/start-error'

/** `bun run backup FILE [--force]`: writes an archive of the whole site, also while it runs. */
await runCommand(async (config, args) => {
  const [file, ...more] = args.filter((word) => word !== '--force')
  if (!file || more.length > 0) throw new StartError('Usage: bun run backup FILE [--force]')
  if (existsSync(file) && !args.includes('--force')) throw new StartError(`${file} exists; --force overwrites it`)
  const making = `${file}.${process.pid}.part`
  try {
    await writeAll(config, making)
    // Verified by reading it back.
    const { counts } = await checkArchive(createReadStream(making))
    renameSync(making, file)
    await syncFolder(dirname(file))
    await note(config)
    return `Wrote ${file}: ${summaryOfCounts(counts)}`
  } catch (error) {
    rmSync(making, { force: true })
    if (error instanceof StartError) throw error
    throw new StartError(`${file} cannot be written: ${messageOf(error)}`)
  }
})

/** Records the backup for the checklist; a failure here does not fail the backup. */
async function note(config: Config): Promise<void> {
  try {
    const isRecorded = !config.databaseUrl && (await requestOwner(config.dataDir, { method: 'PATCH' }))
    if (!isRecorded) await withDatabase(config, { seedDemo: false }, ({ db }) => noteBackup(db))
  } catch (error) {
    console.error(`The site could not note its backup: ${messageOf(error)}`)
  }
}

const mostTries = 3

/** Readable by its owner only: it contains addresses and password hashes. */
async function writeAll(config: Config, path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const content = `${path}.content`
    try {
      await writeOut(readContent(config, dirname(resolve(path))), content)
      const archive = {
        files: await filesOf(content),
        bytes: (await stat(content)).size,
        pieces: () => createReadStream(content),
      }
      await writeOut(archivePieces(archive, openFileStore(config)), path)
      return
    } catch (error) {
      rmSync(path, { force: true })
      // An item that was deleted or replaced since the content was read: everything is read again.
      const isGone = error instanceof HttpError && error.status === 404
      if (isGone && tries < mostTries) continue
      if (!(error instanceof HttpError)) throw error
      throw new StartError(
        isGone ? 'Files of the library are missing in its store' : 'The store of files does not answer',
      )
    } finally {
      rmSync(content, { force: true })
    }
  }
}

/** The packed content, from the process that has the database open. */
async function* readContent(config: Config, folder: string): AsyncGenerator<Uint8Array> {
  const answer = config.databaseUrl ? undefined : await requestOwner(config.dataDir)
  if (answer?.body) return yield* answer.body as unknown as AsyncIterable<Uint8Array>
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'db')))
    throw new StartError(`There is no database in DATA_DIR ${config.dataDir}`)
  yield* await withDatabase(config, { seedDemo: false }, ({ db }) => streamContent(db, folder))
}

/** The names of the files that belong to its rows. */
async function filesOf(content: string): Promise<string[]> {
  const names = new Set<string>()
  for await (const { part, row } of readRows(createReadStream(content))) {
    const file = contentTables[part]?.file
    if (file !== undefined) names.add(String(row[file]))
  }
  return [...names]
}
