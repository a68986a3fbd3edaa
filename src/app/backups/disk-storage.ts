import { createReadStream } from 'node:fs'
import { chmod, mkdir, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '#platform/storage/faults'
import { syncFolder } from '#platform/storage/sync'
import { writeOut } from '#platform/storage/write-out'
import type { BackupStorage } from './backup-storage'
import { toBackupFault } from './faults'

/** The name of an incomplete file. */
export const partOf = (name: string) => `${name}.part`

/** Backups in a folder without permissions for other users: archives contain addresses and password hashes. */
export function createDiskStorage(folder: string): BackupStorage {
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
