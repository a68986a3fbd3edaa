import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readArchive, summaryOf } from '#app/content/archive'
import { checkFiles, readArchiveFile } from '#app/content/archive-file'
import { runCommand, withDatabase } from '#app/content/command'
import { askOwner } from '#app/content/backup-socket'
import { replaceContent } from '#app/content/site-content'
import type { Config } from '#platform/config'
import { incomingFolder, openFileStore } from '#platform/storage/open-file-store'
import { writeOut } from '#platform/storage/write-out'
import { HttpError } from '#contract/http-error'
import { StartError } from '#platform/start-error'

const outcome = z.object({ summary: z.string(), setupCode: z.string().nullable() })

/** `bun run restore FILE`: puts an archive in the place of all content, also while the site runs. */
await runCommand(async (config, args) => {
  const [file, ...more] = args
  if (!file || more.length > 0) throw new StartError('Usage: bun run restore FILE')
  const { summary, setupCode } = await restore(config, await readFile(config, file))
  const next = setupCode === null ? '' : `\nNobody in it can sign in. Set-up code: ${setupCode}`
  return `Restored ${summary}${next}`
})

async function restore(config: Config, archive: Uint8Array<ArrayBuffer>): Promise<z.infer<typeof outcome>> {
  const content = await readArchive(archive)
  const answer = config.databaseUrl ? undefined : await askOwner(config.dataDir, { method: 'PUT', body: archive })
  if (answer) return outcome.parse(await answer.json())
  const setupCode = await withDatabase(config, { seedDemo: false }, (services) => replaceContent(services, content))
  return { summary: summaryOf(content), setupCode }
}

/** Its files are in the store before anything names them; what is then not restored is swept. */
async function readFile(config: Config, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = openFileStore(config)
  const folder = incomingFolder(config)
  try {
    const { archive, names } = await readArchiveFile(file, async (pieces) => {
      const path = join(folder, crypto.randomUUID())
      try {
        await mkdir(folder, { recursive: true })
        const { hash } = await writeOut(pieces, path)
        await files.keep(hash, path)
        return hash
      } finally {
        await rm(path, { force: true })
      }
    })
    checkFiles(await readArchive(archive), names)
    return archive
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof HttpError) throw new StartError('The store of files does not answer, or it is full')
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
