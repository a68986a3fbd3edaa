import { mkdirSync, readFileSync, statSync, writeFileSync, existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type StaticFile, fileAt } from '#app/manifest'

const worthCompressing = new Set(['.js', '.css', '.map', '.json', '.svg', '.txt', '.xml', '.webmanifest'])

type Folder = {
  /** The current folder. */
  from: string
  /** The folder at run time, relative to the project. */
  at: string
  /** The prefix of their URLs. */
  under: string
  immutable: boolean
}

/** Describes every file of a folder, and optionally writes compressed forms of text files below `compressed.from`. */
export function indexFolder(folder: Folder, compressed: { from: string; at: string } | undefined): StaticFile[] {
  return [...new Bun.Glob('**/*').scanSync({ cwd: folder.from })].toSorted().map((name) => {
    const bytes = readFileSync(join(folder.from, name))
    const { mtime } = statSync(join(folder.from, name))
    return {
      path: folder.under + encodeURI(name.replaceAll('\\', '/')),
      file: join(folder.at, name),
      type: Bun.file(name).type,
      size: bytes.length,
      etag: Bun.hash(bytes).toString(36),
      modified: mtime.toUTCString(),
      immutable: folder.immutable,
      compressed:
        compressed && worthCompressing.has(extname(name)) ? compress(bytes, folder.under + name, compressed) : {},
    }
  })
}

function compress(bytes: Buffer, name: string, { from, at }: { from: string; at: string }): StaticFile['compressed'] {
  const forms = {
    br: brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    gzip: gzipSync(bytes, { level: 9 }),
    zstd: Bun.zstdCompressSync(bytes, { level: 19 }),
  }
  const kept = Object.entries(forms).filter(([, form]) => form.length < bytes.length)
  return Object.fromEntries(
    kept.map(([encoding, form]) => {
      const file = `${name}.${encoding}`
      mkdirSync(dirname(join(from, file)), { recursive: true })
      writeFileSync(join(from, file), form)
      return [encoding, join(at, file)]
    }),
  )
}

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
