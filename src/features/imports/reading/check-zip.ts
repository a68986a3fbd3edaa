import { type FileHandle, open } from 'node:fs/promises'
import type { Entry, ZipFile } from 'yauzl'
import { unreadable } from './reader'

/** Bytes of all entries. */
export const mostUnpacked = 2 * 1024 ** 3
/** Entries, and bytes of their names. */
const mostEntries = 100_000
const longestNames = 16 * 1024 * 1024
/** The maximum size of a zip's end: its last record, and the comment. */
const longestEnd = 22 + 65_535
/** A byte of deflate stands for at most this many, and a few bytes for none. */
const mostPerByte = 1032
const least = 64
/** Texts are seldom packed to less than a hundredth, and pictures hardly at all. */
const mostOfZip = 200
const alwaysAllowed = 100 * 1024 * 1024

/** A zip of which all entries have been read. */
type ReadZip = { path: string; zip: ZipFile; entries: readonly Entry[] }

/** Counts the entries while they are read. Throws 422 for more than a site has. */
export function createEntryCounter(zipSize: number): (entry: Entry) => void {
  let [count, names, unpacked] = [0, 0, 0]
  return ({ fileNameRaw, uncompressedSize }) => {
    count++
    names += fileNameRaw.length
    unpacked += uncompressedSize
    const isTooLarge = unpacked > mostUnpacked || (unpacked > alwaysAllowed && unpacked > zipSize * mostOfZip)
    if (isTooLarge || count > mostEntries || names > longestNames) throw unreadable('validation.zipTooLarge')
  }
}

/**
 * Throws 422 for a zip whose entries share bytes, or whose ends contradict each other: programs that read it differently
 * would unpack different files.
 */
export async function checkZip({ path, zip, entries }: ReadZip): Promise<void> {
  const file = await open(path)
  try {
    const directory = await readEnd(file, zip)
    let end = 0
    for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
      if (entry.relativeOffsetOfLocalHeader < end || !isPossible(entry)) throw unreadable('validation.importDamaged')
      end = entry.relativeOffsetOfLocalHeader + 30 + entry.fileNameRaw.length + entry.compressedSize
    }
    if (end > directory) throw unreadable('validation.importDamaged')
  } finally {
    await file.close()
  }
}

const stored = 0

/** Whether so many bytes can be packed into so few. */
const isPossible = ({ compressionMethod, uncompressedSize, compressedSize, generalPurposeBitFlag }: Entry): boolean =>
  compressionMethod === stored && (generalPurposeBitFlag & encrypted) === 0
    ? uncompressedSize === compressedSize
    : uncompressedSize <= compressedSize * mostPerByte + least

const end = Buffer.from('PK\x05\x06', 'latin1')

/** The offset of the directory. Unless they are too large for it, the last record has the numbers of the zip64 one. */
async function readEnd(file: FileHandle, zip: ZipFile): Promise<number> {
  const { size } = await file.stat()
  const last = await readAt(file, Math.max(0, size - longestEnd), Math.min(size, longestEnd))
  const at = last.lastIndexOf(end)
  if (at === -1 || at + 22 > last.length) throw unreadable('validation.importDamaged')
  const count = last.readUInt16LE(at + 10)
  const length = last.readUInt32LE(at + 12)
  const start = last.readUInt32LE(at + 16)
  // The cursor is behind the last entry that was read.
  const cursor = Number(zip.readEntryCursor)
  const isOther =
    (count !== 0xffff && count !== zip.entryCount) ||
    (length !== 0xffffffff && start !== 0xffffffff && start + length !== cursor)
  if (isOther) throw unreadable('validation.importDamaged')
  return start === 0xffffffff ? cursor : start
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const encrypted = 1
const withDescriptor = 8
const unknownSize = 0xffffffff

/** Throws 422 if the header before an entry's bytes describes another one than the directory. */
export async function checkLocalHeader(zip: ZipFile, entry: Entry): Promise<void> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  const flags = local.generalPurposeBitFlag
  // Behind the bytes, a descriptor has the sizes that are zero here.
  const sizes = [
    [local.uncompressedSize, entry.uncompressedSize],
    [local.compressedSize, entry.compressedSize],
  ] as const
  const hasSizes = sizes.every(
    ([one, other]) => one === other || one === unknownSize || ((flags & withDescriptor) !== 0 && one === 0),
  )
  const isSame =
    hasSizes &&
    local.fileName.equals(entry.fileNameRaw) &&
    local.compressionMethod === entry.compressionMethod &&
    (flags & encrypted) === (entry.generalPurposeBitFlag & encrypted)
  if (!isSame) throw unreadable('validation.importDamaged')
}
