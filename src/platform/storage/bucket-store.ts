import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { S3Client } from 'bun'
import type { BucketConfig } from '#platform/config'
import { HttpError, notFound } from '#contract/http-error'
import { checkFileName, isFileName } from './file-name'
import type { FileStore } from './file-store'
import { writeOut } from './write-out'

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

async function inTime<Result>(work: Promise<Result>, longest: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The store of files does not answer')), longest)
  try {
    return await Promise.race([work, late.promise])
  } catch (error) {
    throw isCodeOf(error, 'NoSuchKey') ? notFound('media') : away(error)
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

const isCodeOf = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code

const away = (cause: unknown) => new HttpError(503, 'errors.filesAway', { headers: { 'Retry-After': '10' }, cause })
