import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { StaticFile } from '#app/manifest'

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
