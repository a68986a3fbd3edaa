import { createInterface } from 'node:readline/promises'
import { createAdministrator } from '#auth/store'
import { registration, type User } from '#auth/contract'
import { runCommand, withDatabase } from '#app/content/command'
import { system } from '#platform/events/events'
import { HttpError } from '#contract/http-error'
import { isMessageId, translate } from '#i18n/translate'
import { StartError } from '#platform/start-error'
import { commitAs } from '#platform/writes/commit'

type Answers = { username: string; password: string }

/** `bun run admin:create`: asks for a name and a password (or reads them as two lines) and adds an administrator. */
await runCommand(async (config) => {
  const answers = process.stdin.isTTY ? await ask() : await readLines()
  const credentials = check(answers)
  try {
    const user = await withDatabase(config, { seedDemo: config.seedDemo }, (services) =>
      commitAs(
        services,
        system,
        ({ id, username: title }: User) => ({
          kind: 'user',
          action: 'created',
          activityActions: ['joined'],
          id,
          title,
        }),
        (tx) => createAdministrator(tx, credentials),
      ),
    )
    return `Administrator ${user.username} was created`
  } catch (error) {
    throw error instanceof HttpError ? new StartError(translate('en', error.messageId, error.options.values)) : error
  }
})

function check(answers: Answers): Answers {
  const checked = registration.omit({ setupCode: true }).safeParse(answers)
  if (checked.success) return checked.data
  throw new StartError(
    checked.error.issues.map(({ message }) => (isMessageId(message) ? translate('en', message) : message)).join('\n'),
  )
}

async function ask(): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const username = await terminal.question('Username: ')
  terminal.close()
  const password = await askHidden('Password: ')
  if (password !== (await askHidden('Password again: '))) throw new StartError('The passwords differ')
  return { username, password }
}

async function readLines(): Promise<Answers> {
  const [username = '', password = ''] = (await Bun.stdin.text()).split(/\r?\n/)
  return { username, password }
}

/** Reads a line of the terminal without showing it. */
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
