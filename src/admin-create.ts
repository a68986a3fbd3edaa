import { createInterface } from 'node:readline/promises'
import { createAdministrator } from '#auth/store'
import { registration, type User } from '#auth/contract'
import { runCommand, withDatabase, promptPassword, checked } from '#app/content/command'
import { system } from '#platform/events/events'
import { commitAs } from '#platform/writes/commit'

type Answers = { username: string; password: string }

/** `bun run admin:create`: asks for a name and a password (or reads them as two lines) and adds an administrator. */
await runCommand(async (config) => {
  const answers = process.stdin.isTTY ? await ask() : await readLines()
  const credentials = checked(registration.omit({ setupCode: true }), answers)
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
})

async function ask(): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const username = await terminal.question('Username: ')
  terminal.close()
  return { username, password: await promptPassword() }
}

async function readLines(): Promise<Answers> {
  const [username = '', password = ''] = (await Bun.stdin.text()).split(/\r?\n/)
  return { username, password }
}
