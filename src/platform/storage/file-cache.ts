import { mkdir, opendir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HttpError } from '#contract/http-error'
import { fileFault, isMissing, syncFile } from './disk'
import { checkFileName } from './file-store'
import type { Config } from '#platform/config'
import { codeOf } from '#platform/start-error'

/** Maximum bytes of generated pictures on the disk. */
const mostMade = 4 * 1024 ** 3

const known = new Map<string, FileCache>()

/** The picture cache of this process: one instance for all callers, so that nothing is made twice. */
export function openFileCache({ dataDir }: Pick<Config, 'dataDir'>): FileCache {
  const folder = join(dataDir, 'media', 'made')
  return known.getOrInsertComputed(folder, () => createFileCache(folder, mostMade))
}

/** A disk cache of derived files, which can be made again: the least recently used ones are evicted. */
export type FileCache = {
  /**
   * The path of the file of that name; `make` writes it on a cache miss, once for concurrent callers. A source that cannot
   * be read (422) is remembered and not tried again.
   */
  obtain(name: string, make: (path: string) => Promise<void>): Promise<string>
  has(name: string): Promise<boolean>
  /**
   * Makes a file ahead of the first request: only one of the processes that share the folder makes it, and the others
   * return at once.
   */
  prewarm(name: string, make: (path: string) => Promise<void>): Promise<void>
  /** Evicts the least recently used files until the rest fits. */
  sweep(): Promise<void>
}

/** Milliseconds: files used this recently are not evicted, and the time of use is updated no more often. */
const recently = 10 * 60_000

/** A file that was not finished within an hour is abandoned. */
const abandoned = 60 * 60_000

const unfinished = '.part'

/** The suffix of a marker for a file that could not be made. */
const failed = '.failed'

/** `most`: the maximum total size in bytes. */
export function createFileCache(folder: string, most: number): FileCache {
  const making = new Map<string, Promise<string>>()
  const pathOf = (name: string) => join(folder, checkFileName(name))

  async function makeOnce(name: string, make: (path: string) => Promise<void>): Promise<string> {
    const path = pathOf(name)
    const draft = `${path}.${crypto.randomUUID()}${unfinished}`
    try {
      await mkdir(folder, { recursive: true })
      await make(draft)
      // The name may reach the disk before the content does, so a power cut would leave a truncated file permanently.
      await syncFile(draft)
      await rename(draft, path)
      return path
    } catch (error) {
      await rm(draft, { force: true })
      if (error instanceof HttpError && error.status === 422) await writeFile(path + failed, '')
      throw fileFault(error)
    }
  }

  async function obtain(name: string, make: (path: string) => Promise<void>): Promise<string> {
    const path = pathOf(name)
    if (await isThere(path)) return path
    if (await isThere(path + failed)) throw new HttpError(422, 'errors.unreadable')
    return making.getOrInsertComputed(name, () => makeOnce(name, make).finally(() => making.delete(name)))
  }

  return {
    obtain,
    has: async (name) => isThere(pathOf(name)),
    async prewarm(name, make) {
      if (await isThere(pathOf(name))) return
      // The claim of a process that died is removed with the other unfinished files.
      const claim = join(folder, `${name}.ahead${unfinished}`)
      if (!(await claimFile(claim))) return
      try {
        await obtain(name, make)
      } finally {
        await rm(claim, { force: true })
      }
    },
    async sweep() {
      const all = await listFiles(folder)
      const now = Date.now()
      let size = all.reduce((sum, file) => sum + file.size, 0)
      for (const file of all.toSorted((a, b) => a.usedAt - b.usedAt)) {
        const age = now - file.usedAt
        const isOver = file.path.endsWith(unfinished) ? age > abandoned : size > most && age > recently
        if (!isOver) continue
        await rm(file.path, { force: true })
        size -= file.size
      }
    },
  }
}

/** Whether this call created the file. */
async function claimFile(path: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw fileFault(error)
  }
}

/** Whether the file exists; updates its time of use. */
async function isThere(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > recently) await utimes(path, new Date(), new Date())
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

async function listFiles(folder: string): Promise<{ path: string; size: number; usedAt: number }[]> {
  const files: { path: string; size: number; usedAt: number }[] = []
  try {
    for await (const { name } of await opendir(folder)) {
      const path = join(folder, name)
      const facts = await stat(path).catch(() => undefined)
      if (facts?.isFile()) files.push({ path, size: facts.size, usedAt: facts.mtimeMs })
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return files
}
