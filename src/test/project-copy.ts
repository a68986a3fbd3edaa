import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dir, '../..')

/** With one checker, because each has to check the shared types again: two cost half as much processor time more. */
export const typeCheck = ['bunx', 'tsc', '--noEmit', '--checkers', '1']

/** A copy of the project to change and to run commands in. Packages and public files are shared with the original. */
export function copyProject(name: string) {
  const copy = mkdtempSync(join(tmpdir(), `${name}-`))
  const at = (path: string) => join(copy, path)
  for (const part of [
    'src',
    'drizzle',
    'locales',
    'package.json',
    'bun.lock',
    'tsconfig.json',
    'bunfig.toml',
    'drizzle.config.ts',
    '.oxlintrc.json',
    'tools',
  ])
    cpSync(join(root, part), at(part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), at('node_modules'))
  symlinkSync(join(root, 'public'), at('public'))

  return {
    at,
    /** Resolves to the output. Throws if the command fails. */
    async run(...command: string[]): Promise<string> {
      const child = Bun.spawn(command, { cwd: copy, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe', timeout: 200_000 })
      const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}\n${out}\n${err}`.slice(-6000))
      return out + err
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  }
}
