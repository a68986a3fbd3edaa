import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { HttpError } from '#contract/http-error'
import { zipOf } from '#test/content/zip'
import { openZip } from './zip'

const folder = mkdtempSync(join(tmpdir(), 'zips-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Packed = {
  name: string
  content?: string | Uint8Array
  /** Lies of the directory and of the header before the bytes. */
  central?: {
    name?: string
    size?: number
    packed?: number
    method?: number
    flags?: number
    sum?: number
    mode?: number
    at?: number
  }
  local?: { name?: string; size?: number; packed?: number; method?: number; flags?: number }
  stored?: boolean
  /** Its sizes are behind its bytes, and zero before them. */
  descriptor?: { size?: number } | true
}

/** A zip byte by byte; `ends` changes its last records. */
function zip(files: readonly Packed[], ends: (end: Ends) => Buffer[] = ({ classic }) => [classic()]) {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content = 'text', central = {}, local = {}, stored = false, descriptor } of files) {
    const bytes = Buffer.from(content)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const [method, sum, flags] = [stored ? 0 : 8, crc32(bytes), descriptor ? 8 : 0]
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(local.flags ?? flags, 6)
    head.writeUInt16LE(local.method ?? method, 8)
    head.writeUInt32LE(descriptor ? 0 : sum, 14)
    head.writeUInt32LE(descriptor ? 0 : (local.packed ?? packed.length), 18)
    head.writeUInt32LE(descriptor ? 0 : (local.size ?? bytes.length), 22)
    const localName = Buffer.from(local.name ?? name)
    head.writeUInt16LE(localName.length, 26)
    const behind = Buffer.alloc(descriptor ? 16 : 0)
    if (descriptor) {
      behind.writeUInt32LE(0x08074b50)
      behind.writeUInt32LE(sum, 4)
      behind.writeUInt32LE(packed.length, 8)
      behind.writeUInt32LE(descriptor === true ? bytes.length : (descriptor.size ?? bytes.length), 12)
    }
    const entry = Buffer.alloc(46)
    const entryName = Buffer.from(central.name ?? name)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(central.mode === undefined ? 20 : (3 << 8) | 20, 4)
    entry.writeUInt16LE(central.flags ?? flags, 8)
    entry.writeUInt16LE(central.method ?? method, 10)
    entry.writeUInt32LE(central.sum ?? sum, 16)
    entry.writeUInt32LE(central.packed ?? packed.length, 20)
    entry.writeUInt32LE(central.size ?? bytes.length, 24)
    entry.writeUInt16LE(entryName.length, 28)
    entry.writeUInt32LE(((central.mode ?? 0) << 16) >>> 0, 38)
    entry.writeUInt32LE(central.at ?? at, 42)
    directory.push(entry, entryName)
    parts.push(head, localName, packed, behind)
    at += 30 + localName.length + packed.length + behind.length
  }
  const listed = Buffer.concat(directory)
  const facts = { count: files.length, length: listed.length, start: at }
  const classic = (lies: Partial<typeof facts> = {}) => {
    const { count, length, start } = { ...facts, ...lies }
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50)
    end.writeUInt16LE(count, 8)
    end.writeUInt16LE(count, 10)
    end.writeUInt32LE(length, 12)
    end.writeUInt32LE(start, 16)
    return end
  }
  return Buffer.concat([...parts, listed, ...ends({ ...facts, directory: listed, classic })])
}

type Ends = {
  count: number
  length: number
  start: number
  directory: Buffer
  classic(lies?: { count?: number; length?: number; start?: number }): Buffer
}

/** The last records of a zip64, for a directory at an offset. */
function zip64({ count, length, start }: { count: number; length: number; start: number }, at: number): Buffer[] {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50)
  end.writeBigUInt64LE(44n, 4)
  for (const offset of [24, 32]) end.writeBigUInt64LE(BigInt(count), offset)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50)
  locator.writeBigUInt64LE(BigInt(at), 8)
  locator.writeUInt32LE(1, 16)
  return [end, locator]
}

let number = 0
/** The files as they are read, or why they are not. */
async function read(bytes: Uint8Array): Promise<Record<string, string> | string> {
  const path = join(folder, `${++number}.zip`)
  writeFileSync(path, bytes)
  try {
    const opened = await openZip(path)
    try {
      const files: [string, string][] = []
      for (const name of opened.entries.keys()) {
        const to = join(folder, `unpacked-${number}`)
        await opened.unpack(name, to)
        const text = await opened.text(name, 1_000_000)
        expect(text).toBe(readFileSync(to, 'utf8'))
        files.push([name, text ?? ''])
      }
      return {
        ...Object.fromEntries(files),
        ...Object.fromEntries(opened.left.map(({ title, why }) => [`${title}!`, why])),
      }
    } finally {
      opened.close()
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return error.options.issues?.map(({ message }) => message).join() ?? ''
  }
}

const damaged = 'validation.importDamaged'
const outside = 'validation.zipPath'
const tooLarge = 'validation.zipTooLarge'

test('an honest zip is read, also with descriptors, with zip64 records, and behind other bytes', async () => {
  const files = [{ name: 'a.md' }, { name: 'b/c.md', content: 'x'.repeat(100_000) }, { name: 'd.md', stored: true }]
  const all = { 'a.md': 'text', 'b/c.md': 'x'.repeat(100_000), 'd.md': 'text' }
  expect(await read(zip(files))).toEqual(all)
  expect(await read(zip(files.map((file) => ({ ...file, descriptor: true as const }))))).toEqual(all)
  const honest = zip(files, ({ classic, ...facts }) => [
    ...zip64(facts, facts.start + facts.length),
    classic({ count: 0xffff, length: 0xffffffff, start: 0xffffffff }),
  ])
  expect(await read(honest)).toEqual(all)
  expect(await read(zip([{ name: 'empty.md', content: '' }]))).toEqual({ 'empty.md': '' })
  expect(await read(await zipOf(all))).toEqual(all)
  // As the Finder of macOS names the picture of a folder.
  expect(await read(await zipOf({ 'a.md': 'text', 'Icon\r': 'x' }))).toMatchObject({ 'a.md': 'text' })
})

describe('a zip is refused', () => {
  test('when its zip64 directory is another one than the one that every program reads', async () => {
    const content = 'x'.repeat(1_000_000)
    const bomb = { name: 'bomb.md', content }
    const entries = 2000
    const bytes = zip([bomb], ({ classic, directory, start, length }) => {
      const many = Buffer.concat(Array.from({ length: entries }, () => directory))
      const facts = { count: entries, length: many.length, start: start + length }
      return [many, ...zip64(facts, facts.start + facts.length), classic()]
    })
    expect(bytes.length).toBeLessThan(200_000)
    expect(await read(bytes)).toBe(tooLarge)
    // Few enough that their sum is no reason.
    const few = zip([bomb], ({ classic, directory, start, length }) => {
      const twice = Buffer.concat([directory, directory])
      return [
        twice,
        ...zip64({ count: 2, length: twice.length, start: start + length }, start + length + twice.length),
        classic(),
      ]
    })
    expect(await read(few)).toBe(damaged)
  })

  test('when entries share their bytes', async () => {
    expect(await read(zip([{ name: 'a.md' }, { name: 'b.md', central: { at: 0 } }]))).toBe(damaged)
    expect(await read(zip([{ name: 'a.md' }, { name: 'b.md', central: { at: 5 } }]))).toBe(damaged)
    const inside = zip([{ name: 'inner.md' }]).subarray(0, 60)
    expect(
      await read(
        zip([
          { name: 'a.md', content: inside, stored: true },
          { name: 'inner.md', central: { at: 34 } },
        ]),
      ),
    ).toBe(damaged)
    expect(await read(zip([{ name: 'a.md', central: { packed: 1000 } }]))).toBe(damaged)
  })

  test('when the sizes or the checksum of an entry are others than those of its bytes', async () => {
    const lies: Packed[] = [
      { name: 'a.md', central: { size: 3 } },
      { name: 'a.md', central: { size: 5 } },
      { name: 'a.md', central: { size: 0 } },
      { name: 'a.md', central: { size: 1_000_000 } },
      { name: 'a.md', central: { packed: 0 } },
      { name: 'a.md', central: { sum: 1 } },
      { name: 'a.md', local: { size: 5 } },
      { name: 'a.md', local: { packed: 1 } },
      { name: 'a.md', stored: true, central: { size: 3 } },
      { name: 'a.md', stored: true, central: { size: 3, packed: 3 } },
      { name: 'a.md', descriptor: true, central: { size: 0 } },
      { name: 'a.md', central: { method: 0, size: 6 } },
      { name: 'a.md', local: { method: 0 } },
      { name: 'a.md', central: { method: 12 } },
    ]
    for (const lie of lies) expect([lie, await read(zip([lie]))]).toEqual([lie, damaged])
  })

  test('when an entry has another name in the directory than before its bytes', async () => {
    expect(await read(zip([{ name: 'a.md', local: { name: 'b.md' } }]))).toBe(damaged)
    expect(await read(zip([{ name: 'a.md', local: { name: '../a' } }]))).toBe(damaged)
  })

  test('when it is encrypted, in whichever of its two headers', async () => {
    for (const file of [
      { central: { flags: 1 }, local: { flags: 1 } },
      { central: { flags: 1 } },
      { local: { flags: 1 } },
    ])
      for (const stored of [true, false]) expect(await read(zip([{ name: 'a.md', stored, ...file }]))).toBe(damaged)
  })

  test('when a name leads outside, or has a NUL character', async () => {
    for (const name of ['../a', 'a/../../b', '/a', '\\\\host\\a', 'C:\\a', 'c:/a', 'a\\..\\..\\b', 'a\0.md'])
      expect([name, await read(zip([{ name }]))]).toEqual([name, outside])
  })

  test('when it says that it has another number of entries', async () => {
    const files = [{ name: 'a.md' }, { name: 'b.md' }]
    for (const lies of [{ count: 1 }, { count: 3 }, { count: 0 }, { length: 10 }, { start: 3 }])
      expect([lies, await read(zip(files, ({ classic }) => [classic(lies)]))]).toEqual([lies, damaged])
  })

  test('when it unpacks to more than it can hold, or to hundreds of times its size', async () => {
    expect(await read(zip([{ name: 'a', central: { size: 2 ** 31 } }]))).toBe(tooLarge)
    const content = Buffer.alloc(60 * 1024 * 1024)
    expect(
      await read(
        zip([
          { name: 'a', content },
          { name: 'b', content },
        ]),
      ),
    ).toBe(tooLarge)
  })
})

test('links are left out, and of two files with one name the last is read, both with a remark', async () => {
  expect(
    await read(zip([{ name: 'a.md' }, { name: 'b.md', content: '/etc/passwd', central: { mode: 0o120777 } }])),
  ).toEqual({
    'a.md': 'text',
    'b.md!': 'symbolicLink',
  })
  const twice = [{ name: 'a.md', content: 'first' }, { name: 'b.md' }, { name: 'a.md', content: 'second' }]
  expect(await read(zip(twice))).toEqual({ 'a.md': 'second', 'b.md': 'text', 'a.md!': 'sameName' })
  expect(readdirSync(folder).some((name) => name.includes('passwd'))).toBe(false)
})
