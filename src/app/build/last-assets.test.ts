import { expect, test } from 'bun:test'
import type { StaticFile } from '#app/manifest'
import { withLastAssets } from './static-index'

/** The entry of an existing file. */
const file = (path: string, changes: Partial<StaticFile> = {}): StaticFile => ({
  path,
  file: 'package.json',
  type: 'text/javascript',
  size: 1,
  etag: path,
  modified: 'Sun, 22 Nov 2026 10:00:00 GMT',
  immutable: true,
  compressed: { br: 'package.json' },
  ...changes,
})
const own = (...names: string[]) => names.map((name) => file(`/assets/${name}.js`))
const told = (files: StaticFile[]) => files.map(({ path, kept }) => `${path.slice(8, -3)}${kept ? ` ${kept}` : ''}`)

test('a build keeps the browser assets of the three builds before it, in all encodings', () => {
  let files = withLastAssets(own('shared', 'a'), [])
  files = withLastAssets(own('shared', 'b'), files)
  expect(told(files)).toEqual(['shared', 'b', 'a 1'])
  expect(files[2]).toEqual(file('/assets/a.js', { kept: 1 }))
  files = withLastAssets(own('shared', 'c'), files)
  files = withLastAssets(own('shared', 'd'), files)
  expect(told(files)).toEqual(['shared', 'd', 'c 1', 'b 2', 'a 3'])
  files = withLastAssets(own('shared', 'e'), files)
  expect(told(files)).toEqual(['shared', 'e', 'd 1', 'c 2', 'b 3'])
})

test('building the same again changes nothing, not even a timestamp', () => {
  const first = withLastAssets(own('b'), withLastAssets(own('a'), []))
  const later = [file('/assets/b.js', { modified: 'Sun, 22 Nov 2026 11:00:00 GMT' })]
  expect(withLastAssets(later, first)).toEqual(first)
})

test('an asset that returns belongs to the build again, and files with stable names are never kept', () => {
  const first = withLastAssets([...own('a'), file('/robots.txt', { immutable: false })], [])
  const second = withLastAssets(own('b'), first)
  expect(told(second)).toEqual(['b', 'a 1'])
  expect(told(withLastAssets(own('a'), second))).toEqual(['a', 'b 1'])
})

test('a file that somebody has removed is not listed', () => {
  expect(told(withLastAssets(own('b'), [file('/assets/a.js', { file: 'gone.js' })]))).toEqual(['b'])
})
