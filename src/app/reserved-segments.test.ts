import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { allEntries } from '#admin/shell/entries'
import { recordKinds } from '#features/kinds'
import { customPageKind } from '#features/custom-pages/contract'
import { siteRoutes } from '#site/routes'
import { contentKinds, features } from './features'

const folder = (path: string) => readdirSync(resolve(import.meta.dir, path), { withFileTypes: true })

/** The paths in the server's own code: routes of handlers, prefixes of files. */
function spokenPaths(path: string): string[] {
  const glob = new Bun.Glob('**/*.ts')
  const root = resolve(import.meta.dir, path)
  return [...glob.scanSync({ cwd: root })]
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(resolve(root, file), 'utf8')
      return [...text.matchAll(/path(?: === |\.startsWith\()'(\/[\w-]+)(?=[/'])/g)].map(([, found]) => found ?? '')
    })
}

test('every built-in top-level path is reserved', () => {
  const paths = [
    ...siteRoutes.filter(({ isLast }) => !isLast).map(({ path }) => path),
    ...allEntries.map(({ path }) => path),
    ...recordKinds.map(({ page }) => page),
    ...contentKinds.flatMap(({ record }) => record?.page ?? []),
    ...features.flatMap(({ api }) => api?.mailedPages ?? []).map(({ path }) => path),
    ...features.flatMap(({ api }) => api?.forms ?? []).map(({ path }) => path),
    ...folder('../../public')
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `/${name}/`),
    ...spokenPaths('.'),
    '/es/',
    '/en/',
    '/api/',
    '/assets/',
    '/media/',
    '/preview/',
    '/swagger/',
    '/social/',
  ]
  const segments = new Set(paths.map((path) => path.split('/')[1] ?? ''))
  const free = [...segments].filter((one) => /^[\w-]+$/.test(one) && !customPageKind.reservedSlugs.includes(one))
  expect(segments.size).toBeGreaterThan(15)
  expect(free).toEqual([])
})
