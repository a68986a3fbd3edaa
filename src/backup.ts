import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packArchive, readArchive, summaryOf } from '#app/content/archive'
import { runCommand, withDatabase } from '#app/content/command'
import { askOwner } from '#app/content/backup-socket'
import { collectContent } from '#app/content/site-content'
import type { Config } from '#base/config'
import { StartError } from '#base/start-error'

/** `bun run backup FILE [--force]`: the whole site in one archive, also while it runs. */
await runCommand(async (config, args) => {
  const [file, ...more] = args.filter((word) => word !== '--force')
  if (!file || more.length > 0) throw new StartError('Usage: bun run backup FILE [--force]')
  if (existsSync(file) && !args.includes('--force')) throw new StartError(`${file} exists; --force overwrites it`)
  const archive = await makeArchive(config)
  // Read back before anybody relies on it.
  const content = await readArchive(archive)
  writeSafely(file, archive)
  return `Wrote ${file}: ${summaryOf(content)}`
})

async function makeArchive(config: Config): Promise<Uint8Array> {
  const answer = config.databaseUrl ? undefined : await askOwner(config.dataDir)
  if (answer) return answer.bytes()
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'db')))
    throw new StartError(`There is no database in DATA_DIR ${config.dataDir}`)
  return packArchive(await withDatabase(config, { seedDemo: false }, ({ db }) => collectContent(db)))
}

/** Whole or not at all, and for nobody else's eyes: it holds addresses and password hashes. */
function writeSafely(file: string, archive: Uint8Array) {
  const making = `${file}.${process.pid}.part`
  try {
    const fd = openSync(making, 'wx', 0o600)
    writeFileSync(fd, archive)
    fsyncSync(fd)
    closeSync(fd)
    renameSync(making, file)
  } catch (error) {
    rmSync(making, { force: true })
    throw new StartError(`${file} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
}
