import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../network/free-port'

const program = Bun.which('pgbouncer', { PATH: `${process.env.PATH}:/usr/sbin` })

/** Whether PgBouncer is installed. */
export const hasPooler = program !== null

/** As reported by the program: `PgBouncer 1.24.1`. */
export const poolerVersion = (): string =>
  Bun.spawnSync([program ?? '', '--version'])
    .stdout.toString()
    .split('\n')[0] ?? ''

export type Pooler = { url: string; stop(): Promise<void> }

const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/** Starts a PgBouncer for the database of `url`, with four server connections. */
export async function startPooler(
  url: string,
  mode: 'session' | 'transaction',
  { ignored = limits }: { ignored?: readonly string[] } = {},
): Promise<Pooler> {
  if (!program) throw new Error('There is no pgbouncer')
  const target = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'pooler-'))
  const port = freePort()
  const settings = join(folder, 'pgbouncer.ini')
  const name = decodeURIComponent(target.pathname.slice(1))
  const user = decodeURIComponent(target.username) || 'postgres'
  writeFileSync(join(folder, 'users.txt'), `"${user}" "${decodeURIComponent(target.password)}"\n`)
  writeFileSync(
    settings,
    `[databases]
${name} = host=${target.hostname} port=${target.port || 5432} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : 4}
max_client_conn = 200
ignore_startup_parameters = ${['extra_float_digits', ...ignored].join(',')}
`,
  )
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const child = Bun.spawn([program, ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  await waitFor(port, child)
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    async stop() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function waitFor(port: number, child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
    try {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
      socket.end()
      return
    } catch {
      await Bun.sleep(50)
    }
  }
  throw new Error('The pooler does not listen')
}
