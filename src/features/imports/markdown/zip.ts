import { isAscii, isUtf8 } from 'node:buffer'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type FileHandle, open } from 'node:fs/promises'
import type { Entry, ZipFile } from 'yauzl'
import { unreadable } from '../reading/reader'
import { HttpError } from '#contract/http-error'
import { decodeText } from '#text/encoding'

/** Bytes of all entries. */
const mostUnpacked = 2 * 1024 ** 3
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

type LeftOut = { title: string; why: 'symbolicLink' | 'sameName' }

/** The files of a zip by name, without a common root folder. */
export type OpenZip = {
  entries: ReadonlyMap<string, Entry>
  /** The files that are not among them. */
  left: readonly LeftOut[]
  /** Throws 422 if it is damaged; undefined if it is larger than `most` bytes. */
  text(name: string, most: number): Promise<string | undefined>
  /** Throws 422 if it is damaged. */
  unpack(name: string, path: string): Promise<void>
  close(): void
}

/** Files that are no content: of operating systems, version control, packages, and built sites. */
const beside = /(?:^|\/)(?:\.[^/]+|__MACOSX|node_modules|_site|Thumbs\.db)(?:\/|$)/

/** Throws 422 for a damaged or encrypted zip. */
export async function openZip(path: string): Promise<OpenZip> {
  const { openPromise } = await import('yauzl')
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: false }).catch(refuse)
  const all: Entry[] = []
  try {
    const count = createEntryCounter(Bun.file(path).size)
    for await (const entry of zip.eachEntry()) {
      count(entry)
      entry.fileName = nameOf(entry)
      if (entry.fileName.includes('\0')) throw unreadable('validation.zipPath')
      all.push(entry)
    }
    await checkZip({ path, zip, entries: all })
  } catch (error) {
    zip.close()
    refuse(error)
  }
  const kept = all.filter(({ fileName }) => !fileName.endsWith('/') && !beside.test(fileName))
  const top = commonFolder(kept.map(({ fileName }) => fileName))
  const entries = new Map<string, Entry>()
  const left: LeftOut[] = []
  for (const entry of kept) {
    // A Mac writes accents apart from their letters, texts do not.
    const name = entry.fileName.slice(top.length).normalize()
    if (isSymbolicLink(entry)) left.push({ title: name, why: 'symbolicLink' })
    else {
      // As when it is unpacked, the last one is that file.
      if (entries.has(name)) left.push({ title: name, why: 'sameName' })
      entries.set(name, entry)
    }
  }
  let unpacked = 0

  async function read<Result>(
    name: string,
    work: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>,
  ): Promise<Result> {
    try {
      const entry = entries.get(name)!
      await checkLocalHeader(zip, entry)
      const bytes = checked(await zip.openReadStreamPromise(entry), entry, (length) => {
        unpacked += length
        if (unpacked > mostUnpacked) throw unreadable('validation.zipTooLarge')
      })
      return await work(bytes)
    } catch (error) {
      return refuse(error)
    }
  }

  return {
    entries,
    left,
    async text(name, most) {
      if ((entries.get(name)?.uncompressedSize ?? 0) > most) return undefined
      return read(name, async (bytes) => {
        const pieces: Uint8Array[] = []
        for await (const piece of bytes) pieces.push(piece)
        return decodeText(Buffer.concat(pieces))
      })
    },
    unpack: (name, to) => read(name, (bytes) => pipeline(bytes, createWriteStream(to))),
    close: () => zip.close(),
  }
}

/** The extra field with the name in UTF-8. */
const unicodeName = 0x7075

/** The name of an entry. A Mac writes it in UTF-8 without saying so, which other names beyond ASCII hardly ever are. */
function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const isMarkedUtf8 = (generalPurposeBitFlag & 0x800) !== 0 || extraFields.some(({ id }) => id === unicodeName)
  return isMarkedUtf8 || isAscii(fileNameRaw) || !isUtf8(fileNameRaw)
    ? fileName
    : fileNameRaw.toString('utf8').replaceAll('\\', '/')
}

/** Fails at the end of bytes that have another checksum, and when there are more than its directory says. */
async function* checked(
  bytes: Readable,
  { crc32: checksum, uncompressedSize }: Entry,
  passed: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  let sum = 0
  let size = 0
  for await (const piece of bytes as AsyncIterable<Uint8Array>) {
    passed(piece.byteLength)
    size += piece.byteLength
    if (size > uncompressedSize) break
    sum = crc32(piece, sum)
    yield piece
  }
  if (size !== uncompressedSize || sum !== checksum) throw new Error('A file of the zip has another size or checksum')
}

/** Made on a Unix system, whose type of file is in the upper half of its attributes. */
const isSymbolicLink = ({ externalFileAttributes, versionMadeBy }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0o170000) === 0o120000

function refuse(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // An error of the disk, not of the file.
  if (error instanceof HttpError || code === 'ENOSPC' || code === 'EIO' || code === 'EMFILE') throw error
  const isPath =
    error instanceof Error && /^(?:invalid relative path|absolute path|invalid characters)/.test(error.message)
  throw unreadable(isPath ? 'validation.zipPath' : 'validation.importDamaged')
}

/**
 * The common root folder, such as `site-main/` of a downloaded repository; '' if there is none. A folder whose name is
 * meaningful is not one.
 */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names
  const folder = /^([^/]+\/)/.exec(first)?.[1]
  if (folder === undefined || /^(?:posts|projects|pages|content|src|_posts|_drafts)\/$/.test(folder)) return ''
  return names.every((name) => name.startsWith(folder)) ? folder : ''
}

/** A zip of which all entries have been read. */
type ReadZip = { path: string; zip: ZipFile; entries: readonly Entry[] }

/** Counts the entries while they are read. Throws 422 for more than a site has. */
function createEntryCounter(zipSize: number): (entry: Entry) => void {
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
async function checkZip({ path, zip, entries }: ReadZip): Promise<void> {
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
async function checkLocalHeader(zip: ZipFile, entry: Entry): Promise<void> {
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
