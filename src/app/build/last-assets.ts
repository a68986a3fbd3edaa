import { existsSync } from 'node:fs'
import { fileAt, type StaticFile } from '#app/manifest'

/** The number of previous builds to keep. */
const most = 3

/**
 * The files of a build, followed by the browser assets of earlier builds: pages delivered then still request their own
 * modules. Building the same sources again changes nothing.
 */
export function withLastAssets(made: readonly StaticFile[], last: readonly StaticFile[]): StaticFile[] {
  const own = new Set(made.map(({ path }) => path))
  const before = new Map(last.filter(({ immutable }) => immutable).map((file) => [file.path, file]))
  const isAnother = [...before.values()].some(({ path, kept }) => !kept && !own.has(path))
  return [
    ...made.map((file) => ({ ...file, modified: before.get(file.path)?.modified ?? file.modified })),
    ...[...before.values()]
      .filter(({ path, file }) => !own.has(path) && existsSync(fileAt(file)))
      .map((file) => ({ ...file, kept: (file.kept ?? 0) + (isAnother ? 1 : 0) }))
      .filter(({ kept }) => kept <= most),
  ]
}
