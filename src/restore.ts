import { createReadStream, existsSync } from 'node:fs'
import { z } from 'zod'
import { checkArchive, summaryOfCounts } from '#app/content/read-archive'
import { requestOwner } from '#app/content/backup-socket'
import { runCommand, withDatabase } from '#app/content/command'
import { replaceByArchive } from '#app/content/replace-by-archive'
import type { Config } from '#platform/config'
import { HttpError } from '#contract/http-error'
import { StartError, messageOf } from '#platform/start-error'

const outcome = z.object({ summary: z.string(), setupCode: z.string().nullable() })

/** `bun run restore FILE`: replaces all content by an archive, also while the site runs. */
await runCommand(async (config, args) => {
  const [file, ...more] = args
  if (!file || more.length > 0) throw new StartError('Usage: bun run restore FILE')
  const { summary, setupCode } = await restore(config, file)
  const next = setupCode === null ? '' : `\nNobody in it can sign in. Set-up code: ${setupCode}`
  return `Restored ${summary}${next}`
})

async function restore(config: Config, file: string): Promise<z.infer<typeof outcome>> {
  try {
    if (!existsSync(file)) throw new StartError(`${file} cannot be read: there is no such file`)
    const open = () => createReadStream(file)
    const { counts } = await checkArchive(open())
    const answer = config.databaseUrl
      ? undefined
      : await requestOwner(config.dataDir, { method: 'PUT', body: Bun.file(file) })
    if (answer) return outcome.parse(await answer.json())
    const setupCode = await withDatabase(config, { seedDemo: false }, (services) =>
      services.writeHold!.hold(() => replaceByArchive({ ...services, writeHold: undefined }, open)),
    )
    return { summary: summaryOfCounts(counts), setupCode }
  } catch (error) {
    if (error instanceof StartError) throw error
    if (error instanceof HttpError) throw new StartError('The store of files does not answer, or it is full')
    throw new StartError(`${file} cannot be read: ${messageOf(error)}`)
  }
}
