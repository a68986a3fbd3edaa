import { S3Client } from 'bun'
import { join, resolve } from 'node:path'
import type { Config, BucketConfig } from '#platform/config'
import { streamPieces } from '#platform/http/bodies'
import { isMissing, syncFolder, writeOut } from '#platform/storage/disk'
import { listBucket } from '#platform/storage/file-store'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { toBackupFault, BackupFault, detailOf } from './faults'
import { codeOf } from '#platform/start-error'

/** A store of backups by name. Its methods throw `BackupFault`. */
type BackupStorage = {
  /** Stores a stream and resolves to its size; the file is not visible before that. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** undefined if there is no such file. */
  size(name: string): Promise<number | undefined>
  read(name: string): AsyncIterable<Uint8Array>
  /** The file's path, if it is on this machine. */
  path?(name: string): string
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ name: string; bytes: number }>
}

/** The configured store of backups. */
export const openBackupStorage = (
  config: Pick<Config, 'dataDir' | 'backupBucket'>,
  timeouts?: Timeouts,
): BackupStorage =>
  config.backupBucket ? createBucketStorage(config.backupBucket, timeouts) : createDiskStorage(backupFolder(config))

/** For display. */
export const describeBackupStorage = (config: Pick<Config, 'dataDir' | 'backupBucket'>): string =>
  config.backupBucket
    ? `s3://${[config.backupBucket.bucket, config.backupBucket.prefix].filter(Boolean).join('/')}`
    : backupFolder(config)

/** Also contains files on their way to a bucket. */
export const backupFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(resolve(dataDir), 'backups')

/** The name of an incomplete file. */
export const partOf = (name: string) => `${name}.part`

/** Backups in a folder without permissions for other users: archives contain addresses and password hashes. */
function createDiskStorage(folder: string): BackupStorage {
  const pathOf = (name: string) => join(folder, name)

  return {
    async write(name, pieces) {
      const making = pathOf(partOf(name))
      try {
        await makePrivateFolder(folder)
        const { bytes } = await writeOut(pieces, making)
        await rename(making, pathOf(name))
        await syncFolder(folder)
        return bytes
      } catch (error) {
        await rm(making, { force: true }).catch(() => {})
        throw toBackupFault(error)
      }
    },
    async size(name) {
      const facts = await stat(pathOf(name)).catch(unlessMissing)
      return facts?.size
    },
    async *read(name) {
      try {
        yield* createReadStream(pathOf(name), { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>
      } catch (error) {
        throw toBackupFault(error)
      }
    },
    path: pathOf,
    async remove(name) {
      await rm(pathOf(partOf(name)), { force: true })
      await rm(pathOf(name), { force: true })
    },
    async *list() {
      const found = await opendir(folder).catch(unlessMissing)
      for await (const entry of found ?? []) {
        const facts = entry.isFile() ? await stat(pathOf(entry.name)).catch(unlessMissing) : undefined
        if (facts) yield { name: entry.name, bytes: facts.size }
      }
    },
  }
}

export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw toBackupFault(error)
}

/** Milliseconds for a request, and for the next part of a file. */
type Timeouts = { answer?: number; part?: number }

/** Bytes of a part; two are sent at a time. */
const partSize = 8 * 1024 * 1024

/** Backups in a bucket of an S3-compatible store. A multipart upload is visible when it is complete. */
export function createBucketStorage(
  { bucket, prefix, ...access }: BucketConfig,
  { answer: longestAnswer = 10_000, part: longestPart = 60_000 }: Timeouts = {},
): BackupStorage {
  const client = new S3Client({ ...access, bucket })
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)

  return {
    async write(name, pieces) {
      let bytes = 0
      let fault: unknown
      const idleTimer = waitFor(longestPart)
      async function* counted() {
        try {
          for await (const piece of pieces) {
            idleTimer.restart()
            bytes += piece.byteLength
            yield piece
          }
        } catch (error) {
          throw (fault = error)
        }
      }
      const source = counted()
      const body = new Response(streamPieces(source))
      const writing = client.write(keyOf(name), body, { partSize, queueSize: 2, retry: 2 })
      try {
        await Promise.race([writing, idleTimer.late])
        return bytes
      } catch (error) {
        // An error of the source is thrown unchanged.
        throw fault ?? toFault(error)
      } finally {
        idleTimer.end()
        source.return().catch(() => {})
        writing.catch(() => {})
      }
    },
    async size(name) {
      try {
        return (await inTime(client.stat(keyOf(name)), longestAnswer)).size
      } catch (error) {
        if (isNone(error)) return undefined
        throw toFault(error)
      }
    },
    async *read(name) {
      const reader = client.file(keyOf(name)).stream().getReader() as ReadableStreamDefaultReader<Uint8Array>
      try {
        for (;;) {
          const { value, done } = await inTime(reader.read(), longestPart)
          if (done) return
          yield value
        }
      } catch (error) {
        throw toFault(error)
      } finally {
        reader.cancel().catch(() => {})
      }
    },
    async remove(name) {
      try {
        await inTime(client.delete(keyOf(name)), longestAnswer)
      } catch (error) {
        if (!isNone(error)) throw toFault(error)
      }
    },
    async *list() {
      try {
        for await (const { key, size } of listBucket(client, keyOf(''), (asked) => inTime(asked, longestAnswer)))
          yield { name: key.slice(keyOf('').length), bytes: size ?? 0 }
      } catch (error) {
        throw toFault(error)
      }
    },
  }
}

/** A watchdog: `late` rejects when there was no progress for `longest` milliseconds. */
function waitFor(longest: number) {
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => {})
  const expire = () => late.reject(new BackupFault('away'))
  let timer = setTimeout(expire, longest)
  return {
    late: late.promise,
    restart() {
      clearTimeout(timer)
      timer = setTimeout(expire, longest)
    },
    end: () => clearTimeout(timer),
  }
}

async function inTime<Result>(work: Promise<Result>, longest: number): Promise<Result> {
  const idleTimer = waitFor(longest)
  try {
    return await Promise.race([work, idleTimer.late])
  } finally {
    idleTimer.end()
    work.catch(() => {})
  }
}

const isNone = (error: unknown) => ['NoSuchKey', 'NotFound'].includes(codeOf(error))

/** Refusals by the store need an administrator; other errors may be temporary. */
function toFault(error: unknown): BackupFault {
  if (error instanceof BackupFault) return error
  const isRefusal = /^(AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|NoSuchBucket|InvalidBucketName)/
  const isRefused = isRefusal.test(codeOf(error))
  return new BackupFault(isRefused ? 'refused' : 'away', detailOf(error), { cause: error })
}
