import { registration } from '#auth/contract'
import { hashPassword } from '#auth/passwords/passwords'
import { resetAdministrator } from '#auth/second-factor/reset-second-factor'
import { requestOwner } from '#app/content/backup-socket'
import { runCommand, withDatabase, promptPassword, checked } from '#app/content/command'
import type { Config } from '#platform/config'
import { StartError } from '#platform/start-error'

/**
 * `bun run admin:reset NAME`: asks for a new password (or reads it as a line) for a locked-out administrator, and
 * removes their second factors, also while the site runs.
 */
await runCommand(async (config, args) => {
  const [name, ...more] = args
  if (!name || more.length > 0) throw new StartError('Usage: bun run admin:reset NAME')
  const typed = process.stdin.isTTY ? await promptPassword() : (await Bun.stdin.text()).split(/\r?\n/)[0]
  const { password } = checked(registration.pick({ password: true }), { password: typed })
  const username = await reset(config, name, await hashPassword(password))
  return `${username} can log in with the new password alone, and was logged out everywhere`
})

async function reset(config: Config, username: string, passwordHash: string): Promise<string> {
  const body = JSON.stringify({ username, passwordHash })
  const answer = config.databaseUrl ? undefined : await requestOwner(config.dataDir, { method: 'POST', body })
  if (answer) return answer.text()
  return withDatabase(config, { seedDemo: false }, (services) => resetAdministrator(services, username, passwordHash))
}
