import { constants, existsSync } from 'node:fs'
import { copyFile, link, mkdir, opendir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpError } from '#contract/http-error'
import type { Config } from '#platform/config'
import { createBucketStore } from './bucket-store'
import { codeOf, fileFault, isMissing } from './faults'
import { checkFileName, isFileName } from './file-name'
import type { FileStore } from './file-store'
import { syncFile, syncFolder } from './sync'

/** The configured store of files. */
export function openFileStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): FileStore {
  return bucket
    ? createBucketStore(bucket, { folder: incomingFolder({ dataDir }) })
    : createDiskStore(join(dataDir, 'media', 'originals'))
}

/** The folder of uploads in progress. */
export const incomingFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'media', 'incoming')

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
