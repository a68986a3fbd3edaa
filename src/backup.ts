import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packArchive, readArchive, summaryOf } from '#app/content/archive'
import { checkFiles, filesOf, readArchiveFile, writeArchiveFile } from '#app/content/archive-file'
import { runCommand, withDatabase } from '#app/content/command'
import { askOwner } from '#app/content/backup-socket'
import { collect } from '#app/content/collect'
import type { Config } from '#platform/config'
import { noteBackup } from '#platform/owner/settings'
import { openFileStore } from '#platform/storage/open-file-store'
import { syncFile, syncFolder } from '#platform/storage/sync'
import { HttpError } from '#contract/http-error'
import { StartError } from '#platform/start-error'

/** `bun run backup FILE [--force]`: the whole site in one archive, also while it runs. */
await runCommand(async (config, args) => {
  const [file, ...more] = args.filter((word) => word !== '--force')
  if (!file || more.length > 0) throw new StartError('Usage: bun run backup FILE [--force]')
  if (existsSync(file) && !args.includes('--force')) throw new StartError(`${file} exists; --force overwrites it`)
  const making = `${file}.${process.pid}.part`
  try {
    await writeAll(config, making)
    // Read back before anybody relies on it.
    const { archive, names } = await readArchiveFile(making, digestOf)
    const content = await readArchive(archive)
    checkFiles(content, names)
    await syncFile(making)
    renameSync(making, file)
    await syncFolder(dirname(file))
    await note(config)
    return `Wrote ${file}: ${summaryOf(content)}`
  } catch (error) {
    rmSync(making, { force: true })
    if (error instanceof StartError) throw error
    throw new StartError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
})

/** The checklist tells of it. The backup is as good without that. */
async function note(config: Config): Promise<void> {
  try {
    const isNoted = !config.databaseUrl && (await askOwner(config.dataDir, { method: 'PATCH' }))
    if (!isNoted) await withDatabase(config, { seedDemo: false }, ({ db }) => noteBackup(db))
  } catch (error) {
    console.error(`The site could not note its backup: ${error instanceof Error ? error.message : error}`)
  }
}

/** For nobody else's eyes: it holds addresses and password hashes. */
async function writeAll(config: Config, path: string): Promise<void> {
  const files = openFileStore(config)
  for (let tries = 1; ; tries++) {
    const archive = await makeArchive(config)
    try {
      return await writeArchiveFile(path, archive, filesOf(await readArchive(archive)), files)
    } catch (error) {
      // An item that was deleted or replaced since the content was read: it is read anew.
      const isGone = error instanceof HttpError && error.status === 404
      if (isGone && tries < mostTries) continue
      if (!(error instanceof HttpError)) throw error
      throw new StartError(
        isGone ? 'Files of the library are missing in its store' : 'The store of files does not answer',
      )
    }
  }
}

const mostTries = 3

async function digestOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of pieces) hasher.update(piece)
  return hasher.digest('hex')
}

async function makeArchive(config: Config): Promise<Uint8Array> {
  const answer = config.databaseUrl ? undefined : await askOwner(config.dataDir)
  if (answer) return answer.bytes()
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'db')))
    throw new StartError(`There is no database in DATA_DIR ${config.dataDir}`)
  return (await packArchive(await withDatabase(config, { seedDemo: false }, ({ db }) => collect(db)))).bytes()
}
