import { closeSync, existsSync, fstatSync, fsync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { StartError } from '#platform/start-error'

const marker = 'durable'

/**
 * Flushes a new database, or one made by a release without flushes, when it is opened for the first time. From then on
 * every write is flushed.
 */
export async function syncOnce(place: string): Promise<void> {
  const path = join(place, marker)
  if (existsSync(path)) return
  await syncTree(place)
  writeFileSync(path, '', { mode: 0o600 })
  await syncEntry(path)
}

/** Flushes the directory entry of `path`. */
export const syncEntry = (path: string): Promise<void> => syncOne(dirname(path))

/**
 * Many in parallel, because a disk combines them: one after the other the thousand files of a new database take
 * seconds.
 */
async function syncTree(folder: string): Promise<void> {
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() || entry.isDirectory(),
  )
  const atMost = pLimit(64)
  await Promise.all(
    [folder, ...inside.map(({ parentPath, name }) => join(parentPath, name))].map((path) =>
      atMost(() => syncOne(path)),
    ),
  )
}

async function syncOne(path: string): Promise<void> {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    await promisify(fsync)(fd)
  } catch (error) {
    if (fd === undefined ? !isClosedFolder(path, error) : !isFolderThatNeedsNone(fd, error)) {
      throw new StartError(`The disk of DATA_DIR cannot keep ${path}: ${reasonOf(error)}`)
    }
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Some file systems cannot flush directories, and some systems cannot open them; PostgreSQL ignores both errors. */
export const isFolderThatNeedsNone = (fd: number, error: unknown) =>
  ['EBADF', 'EINVAL'].includes(codeOf(error)) && fstatSync(fd).isDirectory()
const isClosedFolder = (path: string, error: unknown) =>
  ['EISDIR', 'EACCES', 'EPERM'].includes(codeOf(error)) && statSync(path).isDirectory()

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
export const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
