import { mkdir, rm, copyFile, link, opendir, rename, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { S3Client } from 'bun'
import type { BucketConfig, Config } from '#platform/config'
import { HttpError, notFound } from '#contract/http-error'
import { writeOut, fileFault, isMissing, syncFile, syncFolder } from './disk'
import { constants, existsSync } from 'node:fs'
import { codeOf } from '#platform/start-error'
import { within } from '#platform/within'

/**
 * Stores files by name: on the disk of this machine, or in a bucket. A name that may be a path is refused with 404, and
 * not listed.
 */
export type FileStore = {
  /** Stores the finished file at `path`, which is not removed. Durable when it resolves. */
  keep(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /** Calls `work` with a local file with the same bytes, which exists while it runs. Throws 404 and 503. */
  use<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>
  /** All files, with their times in milliseconds. */
  list(): AsyncIterable<{ name: string; keptAt: number }>
}

/** The configured store of files. */
export function openFileStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore {
  return bucket
    ? createBucketStore(bucket, { folder: incomingFolder({ dataDir }) })
    : createDiskStore(join(dataDir, 'media', 'originals'))
}

/** The folder of uploads in progress. */
export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media', 'incoming')

/** Hashes and UUIDs with a prefix or a suffix: one name, which no file system and no bucket reads as a path. */
const fileName = /^[a-z\d][a-z\d._-]{0,199}$/i

/**
 * The name of a file in a store or a cache. Throws 404 for any other name, because names may come from
 * rows of a restored archive.
 */
export function checkFileName(name: string): string {
  if (!isFileName(name)) throw new HttpError(404, 'errors.mediaNotFound')
  return name
}

/** A name with two dots in a row is none, so that no part of it can be taken for a parent folder. */
export const isFileName = (name: string): boolean => fileName.test(name) && !name.includes('..')

/** Files in one folder, by name. */
export function createDiskStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, checkFileName(name))

  async function keep(name: string, path: string): Promise<void> {
    try {
      await mkdir(folder, { recursive: true })
      await place(path, pathOf(name))
      await syncFolder(folder)
    } catch (error) {
      throw fileFault(error)
    }
  }

  return {
    keep,
    // Synchronous, because it is called inside transactions, which must not wait for the thread pool.
    has: async (name) => existsSync(pathOf(name)),
    async use(name, work) {
      if (!(await this.has(name))) throw new HttpError(404, 'errors.mediaNotFound')
      return work(pathOf(name))
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
      await syncFolder(folder).catch(unlessMissing)
    },
    async *list() {
      const found = await opendir(folder).catch(unlessMissing)
      for await (const entry of found ?? []) {
        if (!entry.isFile() || !isFileName(entry.name)) continue
        const facts = await stat(pathOf(entry.name)).catch(unlessMissing)
        if (facts) yield { name: entry.name, keptAt: facts.mtimeMs }
      }
    },
  }
}

/** Hard-links the file, or copies it if the file system does not support that. */
async function place(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return await utimes(to, new Date(), new Date())
    const making = `${to}.${crypto.randomUUID()}.part`
    try {
      await copyFile(from, making, constants.COPYFILE_EXCL)
      await syncFile(making)
      await rename(making, to)
    } catch (failure) {
      await rm(making, { force: true })
      throw failure
    }
  }
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

type Options = {
  /** The local folder for files in use. */
  folder: string
  /** Timeouts in milliseconds of a request, and of a file's transfer. */
  longestAnswer?: number
  longestWay?: number
}

/** Stores files in an S3-compatible bucket. Every error of the store is a 503, as a retry may succeed. */
export function createBucketStore(
  { bucket, prefix, ...access }: BucketConfig,
  { folder, longestAnswer = 5000, longestWay = 60_000 }: Options,
): FileStore {
  const client = new S3Client({ ...access, bucket })
  const start = prefix === '' ? '' : `${prefix}/`
  const keyOf = (name: string) => start + checkFileName(name)

  return {
    async keep(name, path) {
      // A short request first, because the timeout of a large file is long.
      await inTime(client.exists(keyOf(name)), longestAnswer)
      await inTime(client.write(keyOf(name), Bun.file(path)), longestWay)
    },
    has: async (name) => inTime(client.exists(keyOf(name)), longestAnswer),
    async use(name, work) {
      const key = keyOf(name)
      const path = join(folder, crypto.randomUUID())
      try {
        await mkdir(folder, { recursive: true })
        await inTime(writeOut(client.file(key).stream(), path), longestWay)
        return await work(path)
      } finally {
        await rm(path, { force: true })
      }
    },
    async remove(name) {
      await inTime(client.delete(keyOf(name)), longestAnswer)
    },
    async *list() {
      for await (const { key, lastModified } of listBucket(client, start, (asked) => inTime(asked, longestAnswer))) {
        const name = key.slice(start.length)
        const keptAt = lastModified === undefined ? Number.NaN : Date.parse(lastModified)
        if (isFileName(name)) yield { name, keptAt: Number.isNaN(keptAt) ? Date.now() : keptAt }
      }
    },
  }
}

/** Lists all objects whose key begins with `start`, page by page. */
export async function* listBucket(
  client: S3Client,
  start: string,
  answered: <Result>(asked: Promise<Result>) => Promise<Result>,
) {
  for (let last: string | undefined, isMore = true; isMore;) {
    const { contents = [], isTruncated } = await answered(
      client.list({
        ...(start === '' ? {} : { prefix: start }),
        ...(last === undefined ? {} : { startAfter: last }),
      }),
    )
    yield* contents
    last = contents.at(-1)?.key
    isMore = isTruncated === true && last !== undefined
  }
}

const inTime = <Result>(work: Promise<Result>, longest: number): Promise<Result> =>
  within(longest, work).catch((error: unknown) => {
    throw codeOf(error) === 'NoSuchKey' ? notFound('media') : away(error)
  })

const away = (cause: unknown) => new HttpError(503, 'errors.filesAway', { headers: { 'Retry-After': '10' }, cause })
