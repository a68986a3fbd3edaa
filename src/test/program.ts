import { resolve } from 'node:path'
import { compilersOf } from './site-process'

const root = resolve(import.meta.dir, '../..')

export type Program = {
  pid: number
  kill(signal?: NodeJS.Signals): void
  ended: Promise<{ code: number; out: string; err: string }>
  said(text: string): Promise<void>
}

/**
 * Runs a file, or a few lines (which may `import('#platform/…')`), as a separate process. Its environment is only
 * `env`.
 */
export function program(
  what: { file: string; args?: string[] } | { code: string },
  env: Record<string, string> = {},
  input = '',
): Program {
  const command = 'file' in what ? [what.file, ...(what.args ?? [])] : ['-e', what.code]
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...compilersOf(process.env), ...env },
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let out = ''
  let err = ''
  const read = Promise.all([
    (async () => {
      for await (const chunk of child.stdout) out += new TextDecoder().decode(chunk)
    })(),
    (async () => {
      for await (const chunk of child.stderr) err += new TextDecoder().decode(chunk)
    })(),
  ])
  return {
    pid: child.pid,
    kill: (signal = 'SIGKILL') => child.kill(signal),
    ended: Promise.all([child.exited, read]).then(([code]) => ({ code, out, err })),
    async said(text) {
      for (const end = performance.now() + 20_000; !out.includes(text);) {
        if (performance.now() > end || child.exitCode !== null)
          throw new Error(`It did not say ${text}, but:\n${out}${err}`)
        await Bun.sleep(10)
      }
    },
  }
}
