import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readArchive, summaryOf } from '#app/content/archive'
import { runCommand, withDatabase } from '#app/content/command'
import { askOwner } from '#app/content/backup-socket'
import { replaceContent } from '#app/content/site-content'
import type { Config } from '#base/config'
import { StartError } from '#base/start-error'

const outcome = z.object({ summary: z.string(), setupCode: z.string().nullable() })

/** `bun run restore FILE`: puts an archive in the place of all content, also while the site runs. */
await runCommand(async (config, args) => {
  const [file, ...more] = args
  if (!file || more.length > 0) throw new StartError('Usage: bun run restore FILE')
  const { summary, setupCode } = await restore(config, readFile(file))
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

function readFile(file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(file))
  } catch (error) {
    throw new StartError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
