import { mkdirSync } from 'node:fs'

/** Mounts the ext4 image in `file` while `work` runs. */
export async function onDisk(file: string, mount: string, work: () => Promise<void>): Promise<void> {
  mkdirSync(mount, { recursive: true })
  const device = await attach(file)
  try {
    await run(['mount', '-t', 'ext4', device, mount])
    try {
      await work()
    } finally {
      await run(['umount', mount]).catch(() => run(['umount', '-l', mount]))
    }
  } finally {
    await run(['losetup', '-d', device])
  }
}

/** Another process may attach the free device first, so this retries. */
async function attach(file: string): Promise<string> {
  for (let turn = 1; ; turn++) {
    try {
      return (await run(['losetup', '-f', '--show', file])).trim()
    } catch (error) {
      if (turn === 5) throw error
      await Bun.sleep(200)
    }
  }
}

/** The output of the command; throws its error output. */
export async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${err.trim()}`)
  return out
}
