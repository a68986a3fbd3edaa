import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readManifest } from '#app/manifest'
import { type SiteProcess, startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, timedInto } from '../figures'

const root = resolve(import.meta.dir, '../../../..')
const pages = ['/', '/es/', '/blog/', '/projects/', '/about/', '/contact/', '/legal/', '/search/?q=a', '/admin/login/']

type Build = { name: string; site: SiteProcess; assets: string[] }

/**
 * Two builds at the same time on one database: each serves every asset of the other, with the same bytes, whichever was
 * started last.
 */
export async function rollingDrill({ databaseUrl }: { databaseUrl: string }): Promise<Figures> {
  const figures = newFigures('two builds side by side')
  const folder = await buildAnother()
  const start = (project: string) =>
    startSite({ project, seconds: 120, env: { DATABASE_URL: databaseUrl, SEED_DEMO: '1' } })
  const older: Build = { name: 'the older', site: await start(root), assets: assetsIn(root) }
  const newer: Build = { name: 'the newer', site: await start(folder), assets: assetsIn(folder) }
  try {
    for (const kind of ['.js', '.css'])
      expectThat(figures, onlyIn(older, newer, kind) > 0 && onlyIn(newer, older, kind) > 0, `same ${kind} in both`)
    await compare(figures, older, newer)
    await compare(figures, newer, older)
    await newer.site.stop()
    newer.site = await timedInto(figures, 'longestRecoveryMs', () => start(folder))
    await compare(figures, older, newer)
    await compare(figures, newer, older)
    await succeed(figures, older, folder)
  } finally {
    await Promise.all([older.site.dispose(), newer.site.dispose()])
    rmSync(folder, { recursive: true, force: true })
  }
  return figures
}

/** On the embedded database one build replaces the other, while pages of the first are still open. */
async function succeed(figures: Figures, { site: reference, assets }: Build, folder: string): Promise<void> {
  const first = await startSite({ seconds: 120 })
  const second = await first.stop().then(() => startSite({ project: folder, dataDir: first.dataDir, seconds: 120 }))
  try {
    for (const path of assets) {
      const [own, later] = await Promise.all([read(reference, path), read(second, path)])
      expectThat(figures, later === own, `the build after it differs for ${path}: ${later}`)
      figures.rounds++
    }
  } finally {
    await second.dispose()
  }
}

/** Builds a copy of the project with a small change in a module and a style sheet that all pages use. */
async function buildAnother(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'another-build-'))
  for (const name of [
    'src',
    'drizzle',
    'locales',
    'public',
    'package.json',
    'bun.lock',
    'bunfig.toml',
    'tsconfig.json',
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const change = (name: string, from: string, to: string) => {
    const text = readFileSync(join(folder, name), 'utf8')
    if (!text.includes(from)) throw new Error(`${name} holds no ${from}`)
    writeFileSync(join(folder, name), text.replace(from, to))
  }
  change('src/ui/late.tsx', 'location.reload()', 'window.location.reload()')
  change('src/ui/tokens.css', ':root {', ':root {\n  --of-another-build: 1px;')
  const build = Bun.spawn(['bun', 'src/build.ts'], { cwd: folder, stdout: 'ignore', stderr: 'inherit' })
  if ((await build.exited) !== 0) throw new Error('The other build failed')
  return folder
}

const assetsIn = (project: string): string[] =>
  readManifest(join(project, 'dist'))
    .files.filter(({ immutable, kept }) => immutable && !kept)
    .map(({ path }) => path)

const onlyIn = (one: Build, other: Build, ending: string): number =>
  one.assets.filter((path) => path.endsWith(ending) && !other.assets.includes(path)).length

async function compare(figures: Figures, from: Build, asked: Build): Promise<void> {
  const named = new Set<string>()
  for (const page of pages) {
    const html = await (await fetch(from.site.url + page)).text()
    for (const [path] of html.matchAll(/\/assets\/[\w.-]+/g)) named.add(path)
  }
  expectThat(figures, named.size > 0, 'pages name no assets')
  for (const path of new Set([...named, ...from.assets])) {
    const [own, foreign] = await Promise.all([
      read(from.site, path),
      timedInto(figures, 'longestAnswerMs', () => read(asked.site, path)),
    ])
    expectThat(
      figures,
      foreign === own && own.startsWith('200 '),
      `${asked.name} build differs for ${path}: ${foreign}`,
    )
    figures.rounds++
  }
}

async function read(site: SiteProcess, path: string): Promise<string> {
  const answer = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } })
  const { headers } = answer
  const told = ['cache-control', 'content-type', 'etag'].map((name) => headers.get(name)).join(' ')
  return `${answer.status} ${told} ${Bun.hash(await answer.arrayBuffer())}`
}
