import { open } from 'node:fs/promises'

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
