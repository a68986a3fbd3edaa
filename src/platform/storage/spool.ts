import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A temporary file for values too large for memory, unlinked at once, so that it disappears with the process. */
export type Spool = {
  /** Resolves to the offset where it begins. */
  append(bytes: Uint8Array): Promise<number>
  size(): number
  read(from: number, length: number): Promise<Uint8Array>
  pieces(): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

const pieceSize = 256 * 1024

export async function openSpool(folder: string): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${crypto.randomUUID()}.spool`)
  const file = await open(path, 'wx+', 0o600)
  // Unlinked while open, so that it is gone however the process ends.
  await rm(path)
  let size = 0

  async function read(from: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length)
    for (let at = 0; at < length;) {
      const { bytesRead } = await file.read(bytes, at, length - at, from + at)
      if (bytesRead === 0) throw new Error('A file is shorter than what was written to it')
      at += bytesRead
    }
    return bytes
  }

  return {
    async append(bytes) {
      const from = size
      size += bytes.byteLength
      for (let at = 0; at < bytes.byteLength;)
        at += (await file.write(bytes, at, bytes.byteLength - at, from + at)).bytesWritten
      return from
    },
    size: () => size,
    read,
    async *pieces() {
      for (let from = 0; from < size; from += pieceSize) yield await read(from, Math.min(pieceSize, size - from))
    },
    close: () => file.close(),
  }
}
