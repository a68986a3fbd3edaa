import { open, mkdir, rm } from 'node:fs/promises'
import { HttpError } from '#contract/http-error'
import { join } from 'node:path'
import { codeOf } from '#platform/start-error'

/** Writes a stream to a new file, flushed to the disk when it resolves; `hash` is its SHA-256 (hex). */
export async function writeOut(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
): Promise<{ bytes: number; hash: string }> {
  const handle = await open(path, 'wx', 0o600)
  const hasher = new Bun.CryptoHasher('sha256')
  let bytes = 0
  try {
    for await (const piece of pieces) {
      hasher.update(piece)
      bytes += piece.byteLength
      await handle.writeFile(piece)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, hash: hasher.digest('hex') }
}

/** Flushes a file's content to the disk. */
export const syncFile = (path: string): Promise<void> => sync(path, 'r+')

/** Flushes the names in a folder to the disk. */
export const syncFolder = (path: string): Promise<void> => sync(path, 'r')

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Maps a failed file operation to an HTTP error: 507 when the disk is full. */
export function fileFault(error: unknown): unknown {
  return isFull(error) ? new HttpError(507, 'errors.full', { headers: { 'Retry-After': '60' }, cause: error }) : error
}

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT'

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(codeOf(error))

const hour = 3_600_000

/**
 * The time before which temporary files are left over from a crash: the start of this process, if no other one can have
 * made them, unless the clock has been set back to before it.
 */
export function leftoversBefore({ isAlone }: { isAlone: boolean }): number {
  const now = Date.now()
  return isAlone && now >= performance.timeOrigin ? performance.timeOrigin : now - hour
}

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
