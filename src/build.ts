import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { readManifest, type StaticFile } from '#app/manifest'
import { inOneProcess } from './one-process'

/**
 * `bun src/build.ts [--if-needed] [--dev]`: bundles the browser's files and the server into dist/. Built in a temporary
 * folder and renamed; the files of earlier builds stay for open pages, so a running server is not affected.
 */
const root = resolve(import.meta.dir, '..')
const dist = join(root, 'dist')
const production = !process.argv.includes('--dev')
const inputs = describeInputs()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

process.chdir(root)
const isWanted = () => !process.argv.includes('--if-needed') || !isUpToDate()
if (isWanted()) await inOneProcess('build', async () => isWanted() && build())

async function build() {
  const started = performance.now()
  const fresh = `${dist}.${process.pid}`
  const old = `${fresh}.old`
  try {
    const sizes = await make(fresh)
    if (existsSync(dist)) renameSync(dist, old)
    renameSync(fresh, dist)
    for (const [group, bytes] of Object.entries(sizes))
      console.log(`${(bytes / 1024).toFixed(1).padStart(7)} KB brotli  ${group}`)
    console.log(`Built in ${Math.round(performance.now() - started)} ms`)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** Resolves to the brotli bytes of each group of files. */
async function make(fresh: string): Promise<Record<string, number>> {
  // Loaded here, because only a build needs the bundler.
  const { bundle, bundleServer } = await import('#app/build/bundle')
  const { indexFolder, withLastAssets } = await import('#app/build/static-index')
  const assets = join(fresh, 'assets')
  mkdirSync(assets, { recursive: true })
  const { site, admin, groups } = await bundle(assets, { production })
  const compressed = production ? { from: join(fresh, 'compressed'), at: 'dist/compressed' } : undefined
  const made: StaticFile[] = [
    ...indexFolder({ from: join(root, 'public'), at: 'public', under: '/', immutable: false }, compressed),
    ...indexFolder({ from: assets, at: 'dist/assets', under: '/assets/', immutable: true }, compressed),
  ]
  const size = (name: string) => {
    const file = made.find(({ path }) => path === `/assets/${name}`)
    return file?.compressed.br ? statSync(join(fresh, inDist(file.compressed.br))).size : (file?.size ?? 0)
  }
  if (production) await bundleServer({ folder: join(fresh, 'server'), last: join(dist, 'server') })
  const sizes = Object.fromEntries(
    Object.entries(groups).map(([group, names]) => [group, names.reduce((sum, name) => sum + size(name), 0)]),
  )
  const files = withLastAssets(made, existsSync(join(dist, 'manifest.json')) ? readManifest(dist).files : [])
  for (const { kept, file, compressed: forms } of files)
    if (kept) for (const name of [file, ...Object.values(forms)]) cpSync(join(root, name), join(fresh, inDist(name)))
  writeFileSync(
    join(fresh, 'manifest.json'),
    JSON.stringify({ version, build: nameOf(fresh, made), site, admin, files, sizes }),
  )
  writeFileSync(join(fresh, 'inputs'), inputs)
  return sizes
}

/** A hash of the files for browsers and server. */
function nameOf(fresh: string, files: readonly StaticFile[]): string {
  const hash = new Bun.CryptoHasher('sha256')
  for (const { path, etag } of files) hash.update(`${path} ${etag}\n`)
  const server = join(fresh, 'server')
  if (existsSync(server))
    for (const name of readdirSync(server).toSorted()) hash.update(readFileSync(join(server, name)))
  return hash.digest('hex').slice(0, 12)
}

function inDist(path: string): string {
  return path.replace(/^dist\//, '')
}

function isUpToDate(): boolean {
  return existsSync(join(dist, 'inputs')) && readFileSync(join(dist, 'inputs'), 'utf8') === inputs
}

/** Names, sizes and times of all inputs of the build. */
function describeInputs(): string {
  const names = [
    ...new Bun.Glob('{src,locales,public}/**/*').scanSync({ cwd: root }),
    'package.json',
    'bun.lock',
  ].toSorted()
  const facts = names
    .filter((name) => !/(^src\/test\/|\.test\.tsx?$)/.test(name))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(root, name))
      return `${name} ${size} ${mtimeMs}`
    })
  return `${production} ${Bun.version} ${Bun.hash(facts.join('\n'))}\n`
}
