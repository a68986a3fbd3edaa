import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inOneProcess } from './one-process'

/**
 * Runs before `bun start` and `bun run test`: installs the packages of bun.lock, unless they are installed already.
 * Needs only Bun and a clone.
 */
const root = resolve(import.meta.dir, '..')
/** The hash of the last install. Any other install deletes it (`postinstall`). */
const marker = join(root, 'node_modules/.installed')
const wanted = describeWanted()

if (!isInstalled())
  await inOneProcess('install', async () => {
    if (isInstalled()) return
    rmSync(marker, { force: true })
    const install = Bun.spawn([process.execPath, 'install', '--frozen-lockfile'], {
      cwd: root,
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
    })
    const code = await install.exited
    if (code !== 0) process.exit(code)
    writeFileSync(marker, wanted)
  })

function isInstalled(): boolean {
  return existsSync(marker) && readFileSync(marker, 'utf8') === wanted
}

function describeWanted(): string {
  const hasher = new Bun.CryptoHasher('sha256')
  const patches = [...new Bun.Glob('tools/patches/*').scanSync({ cwd: root })].toSorted()
  for (const name of ['package.json', 'bun.lock', 'bunfig.toml', ...patches])
    if (existsSync(join(root, name))) hasher.update(`${name}\0`).update(readFileSync(join(root, name)))
  return `${process.platform} ${process.arch} ${Bun.version} ${hasher.digest('hex')}\n`
}
