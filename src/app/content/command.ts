import { type Config, readConfig } from '#platform/config'
import { openDatabase } from '#platform/db/open-database'
import { createChanges } from '#platform/events/changes'
import { createCacheTags } from '#platform/cache/cache-tags'
import { createLog } from '#platform/log/log'
import { followSettings } from '#platform/owner/in-force'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'
import { createServices } from '#app/services'
import { prepareContent } from './start-up'
import type { z } from 'zod'
import { isMessageId, translate } from '#i18n/translate'
import { defaultLanguage } from '#i18n/language'
import { HttpError } from '#contract/http-error'

/** Runs a command line tool: an error is one line on stderr and exit status 1. */
export async function runCommand(work: (config: Config, args: string[]) => Promise<string>): Promise<never> {
  // Files written by a command are not readable by other users.
  process.umask(0o077)
  const settings = readConfig(process.env)
  if ('faults' in settings) {
    for (const fault of settings.faults) console.error(fault)
    process.exit(1)
  }
  try {
    console.log(await work(settings.config, process.argv.slice(2)))
    process.exit(0)
  } catch (error) {
    if (error instanceof HttpError) console.error(translate(defaultLanguage, error.messageId, error.options.values))
    else console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}

/** Opens the site's database for one task; an embedded one must not be in use. */
export async function withDatabase<Result>(
  config: Config,
  { seedDemo }: { seedDemo: boolean },
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const log = createLog('silent', false)
  const database = await openDatabase(config, log, (db) => prepareContent(db, { ...config, seedDemo }, log))
  try {
    if (!database.isReady()) throw new StartError('The database that DATABASE_URL names does not answer')
    if (!database.takesWrites()) throw new StartError('DATABASE_URL leads to a server that takes no writes')
    const announces = config.databaseUrl !== undefined
    const cacheTags = createCacheTags({ announces })
    const changes = createChanges({ announces })
    // A restore holds the write lock on one connection while it writes on another.
    const { withDedicatedConnection } = database
    return await withDedicatedConnection(async (db) => {
      const services = createServices({ config, db, withDedicatedConnection, cacheTags, changes, log })
      await followSettings(services)
      return work(services)
    })
  } finally {
    await database.close()
  }
}

/** Typed answers parsed by a schema; throws `StartError` with a line for each fault. */
export function checked<Schema extends z.ZodType>(schema: Schema, answers: unknown): z.infer<Schema> {
  const { success, data, error } = schema.safeParse(answers)
  if (success) return data
  throw new StartError(
    error.issues
      .map(({ message }) => (isMessageId(message) ? translate(defaultLanguage, message) : message))
      .join('\n'),
  )
}

/** Asks twice, without echo. */
export async function promptPassword(): Promise<string> {
  const password = await askHidden('Password: ')
  if (password !== (await askHidden('Password again: '))) throw new StartError('The passwords differ')
  return password
}

/** Reads a line from the terminal without echo. */
function askHidden(question: string): Promise<string> {
  process.stdout.write(question)
  process.stdin.setRawMode(true).resume()
  return new Promise((resolve) => {
    let typed = ''
    process.stdin.on('data', function read(bytes: Buffer) {
      for (const letter of bytes.toString('utf8')) {
        if (letter === '\u0003') process.exit(130)
        else if (letter === '\u007F' || letter === '\b') typed = [...typed].slice(0, -1).join('')
        else if (letter !== '\r' && letter !== '\n') typed += letter
        else {
          process.stdin.off('data', read)
          process.stdin.setRawMode(false).pause()
          process.stdout.write('\n')
          resolve(typed)
          return
        }
      }
    })
  })
}
