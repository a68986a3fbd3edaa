import { dlopen, FFIType } from 'bun:ffi'
import { openSync, readFileSync, readSync, writeSync } from 'node:fs'

/**
 * `bun recording-disk.ts FOLDER IMAGE LOG`: a file system of two files, using the kernel's FUSE protocol directly.
 * Writes to `disk`, initially a copy of IMAGE, are recorded in LOG in order, with its flushes and the writes to
 * `marks`.
 */
export const recordKinds = { write: 1, flush: 2, mark: 3 } as const
export const recordHead = 13

function serve(mountPoint: string, disk: Buffer, log: number) {
  const fuse = openSync('/dev/fuse', 'r+')
  const { symbols: libc } = dlopen('libc.so.6', {
    mount: {
      args: [FFIType.cstring, FFIType.cstring, FFIType.cstring, FFIType.u64, FFIType.cstring],
      returns: FFIType.i32,
    },
  })
  const text = (value: string) => Buffer.from(`${value}\0`)
  if (
    libc.mount(
      text('recording'),
      text(mountPoint),
      text('fuse'),
      0n,
      text(`fd=${fuse},rootmode=40000,user_id=0,group_id=0`),
    ) !== 0
  )
    process.exit(1)

  const request = Buffer.alloc(mostBytes + 65_536)
  for (;;) {
    let length: number
    try {
      length = readSync(fuse, request)
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EINTR')) continue
      process.exit(0)
    }
    const id = request.readBigUInt64LE(8)
    const answer = answerTo(request.readUInt32LE(4), request.readBigUInt64LE(16), request.subarray(40, length))
    if (answer === null) continue
    const head = Buffer.alloc(16)
    const body = typeof answer === 'number' ? Buffer.alloc(0) : answer
    head.writeUInt32LE(16 + body.length)
    head.writeInt32LE(typeof answer === 'number' ? answer : 0, 4)
    head.writeBigUInt64LE(id, 8)
    writeSync(fuse, Buffer.concat([head, body]))
  }

  /** The response body, a negative error number, or null if no response is due. */
  function answerTo(operation: number, node: bigint, given: Buffer): Buffer | number | null {
    switch (operation) {
      case 26:
        return init()
      case 1:
        return lookUp(given.toString('latin1', 0, given.indexOf(0)))
      case 3:
      case 4:
        return Buffer.concat([Buffer.alloc(16), attributes(node)])
      case 14:
        return open()
      case 15:
        return disk.subarray(
          Number(given.readBigUInt64LE(8)),
          Number(given.readBigUInt64LE(8)) + given.readUInt32LE(16),
        )
      case 16:
        return write(node, Number(given.readBigUInt64LE(8)), given.subarray(40, 40 + given.readUInt32LE(16)))
      case 20:
        if (node === diskNode) record(recordKinds.flush, 0, Buffer.alloc(0))
        return 0
      case 17:
        return Buffer.alloc(80)
      case 18:
      case 25:
        return 0
      case 2:
      case 36:
      case 42:
        return null
      default:
        return -38
    }
  }

  function write(node: bigint, offset: number, content: Buffer): Buffer {
    if (node === diskNode) content.copy(disk, offset)
    record(node === diskNode ? recordKinds.write : recordKinds.mark, offset, content)
    const done = Buffer.alloc(8)
    done.writeUInt32LE(content.length)
    return done
  }

  function record(kind: number, offset: number, content: Buffer) {
    const head = Buffer.alloc(recordHead)
    head.writeUInt8(kind)
    head.writeBigUInt64LE(BigInt(offset), 1)
    head.writeUInt32LE(content.length, 9)
    writeSync(log, Buffer.concat([head, content]))
  }

  function lookUp(name: string): Buffer | number {
    const node = name === 'disk' ? diskNode : name === 'marks' ? marksNode : undefined
    if (node === undefined) return -2
    const head = Buffer.alloc(40)
    head.writeBigUInt64LE(node)
    return Buffer.concat([head, attributes(node)])
  }

  function attributes(node: bigint): Buffer {
    const made = Buffer.alloc(88)
    made.writeBigUInt64LE(node)
    made.writeBigUInt64LE(node === diskNode ? BigInt(disk.length) : 0n, 8)
    made.writeUInt32LE(node === 1n ? 0o40755 : 0o100600, 60)
    made.writeUInt32LE(1, 64)
    made.writeUInt32LE(4096, 80)
    return made
  }
}

const mostBytes = 1 << 20
const diskNode = 2n
const marksNode = 3n

function init(): Buffer {
  const made = Buffer.alloc(64)
  made.writeUInt32LE(7)
  made.writeUInt32LE(31, 4)
  const bigWrites = 1 << 5
  const manyPages = 1 << 22
  made.writeUInt32LE(bigWrites | manyPages, 12)
  made.writeUInt16LE(16, 16)
  made.writeUInt16LE(12, 18)
  made.writeUInt32LE(mostBytes, 20)
  made.writeUInt32LE(1, 24)
  made.writeUInt16LE(mostBytes / 4096, 28)
  return made
}

/** Direct I/O: the kernel passes every read and write unchanged. */
function open(): Buffer {
  const made = Buffer.alloc(16)
  made.writeUInt32LE(1, 8)
  return made
}

const [, , folder, image, logPath] = process.argv
if (import.meta.main && folder && image && logPath) serve(folder, readFileSync(image), openSync(logPath, 'w'))
