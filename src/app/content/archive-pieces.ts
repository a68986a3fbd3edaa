import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { collectingGarbage } from '#platform/garbage-collection'
import type { FileStore } from '#platform/storage/file-store'
import { openSpool } from '#platform/storage/spool'
import { packLines } from './archive'
import { contentName, fileFolder } from './archive-entries'
import type { Collected } from './collect'

/** The compressed content of an archive, spooled to the disk. `sha256` is that of its lines. */
export type PackedContent = {
  counts: Record<string, number>
  files: readonly string[]
  sha256: string
  bytes: number
  pieces(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export async function packContent({ files, ...content }: Collected, folder: string): Promise<PackedContent> {
  const spool = await openSpool(folder)
  try {
    const { head, sha256 } = await packLines(content, (piece) => spool.append(piece))
    return {
      counts: content.counts,
      files,
      sha256,
      bytes: head.byteLength + spool.size(),
      async *pieces() {
        yield head
        yield* spool.pieces()
      },
      close: () => spool.close(),
    }
  } catch (error) {
    await spool.close()
    throw error
  }
}

/** The bytes of an archive: only the compressed content, or, if rows have files, a tar of the content and the files. */
export async function* archivePieces(
  content: Pick<PackedContent, 'files' | 'bytes' | 'pieces'>,
  files: Pick<FileStore, 'use'>,
): AsyncGenerator<Uint8Array> {
  if (content.files.length === 0) return yield* content.pieces()
  const tar = pack()
  const filling = fill(tar, content, files).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  filling.catch(() => {})
  try {
    yield* collectingGarbage(tar as AsyncIterable<Uint8Array>)
  } catch (error) {
    // Throws the original error, not that the tar ended early.
    await filling
    throw error
  } finally {
    tar.destroy()
  }
}

async function fill(
  tar: ReturnType<typeof pack>,
  content: Pick<PackedContent, 'files' | 'bytes' | 'pieces'>,
  files: Pick<FileStore, 'use'>,
): Promise<void> {
  await pipeline(content.pieces(), tar.entry({ name: contentName, size: content.bytes, mode: 0o600 }))
  for (const name of content.files)
    await files.use(name, async (place) => {
      const { size } = await stat(place)
      await pipeline(createReadStream(place), tar.entry({ name: fileFolder + name, size, mode: 0o600 }))
    })
  tar.finalize()
}
