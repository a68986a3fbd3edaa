import { type FileHandle, open } from 'node:fs/promises'
import { unreadable } from './reader'

const mostUnpacked = 2 * 1024 ** 3
/** The maximum size of a zip's end: its last record, and the comment. */
const longestEnd = 22 + 65_535
/** Enough for the names and facts of a hundred thousand files. */
const largestDirectory = 64 * 1024 * 1024

/** Throws 422 for a zip that unpacks to too much, contains paths outside of itself, or is damaged. */
export async function checkZip(path: string): Promise<void> {
  const file = await open(path)
  try {
    let unpacked = 0
    for (const { name, bytes } of entriesOf(await readDirectory(file))) {
      unpacked += bytes
      if (unpacked > mostUnpacked) throw unreadable('validation.zipTooLarge')
      if (name.split(/[\\/]/).includes('..') || /^(?:[\\/]|[a-z]:)/i.test(name)) throw unreadable('validation.zipPath')
    }
  } finally {
    await file.close()
  }
}

async function readDirectory(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const end = await readAt(file, Math.max(0, size - longestEnd), Math.min(size, longestEnd))
  const at = end.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (at === -1 || at + 22 > end.length) throw unreadable('validation.importDamaged')
  const length = end.readUInt32LE(at + 12)
  const start = end.readUInt32LE(at + 16)
  // Zip64, for 4 GB and more, is not supported.
  if (start + length > size)
    throw unreadable(length === 0xffffffff ? 'validation.zipTooLarge' : 'validation.importDamaged')
  if (length > largestDirectory) throw unreadable('validation.zipTooLarge')
  return readAt(file, start, length)
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function* entriesOf(directory: Buffer): Generator<{ name: string; bytes: number }> {
  let at = 0
  while (at < directory.length) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw unreadable('validation.importDamaged')
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    yield { bytes: directory.readUInt32LE(at + 24), name: directory.toString('utf8', at + 46, nameEnd) }
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
}
