import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#platform/log/log'

/** Bytes: three segments of the write-ahead log. */
const roomToKeep = 48 * 1024 * 1024

const diskOf = (dataDir: string): number | undefined => statSync(join(dataDir, 'db'), { throwIfNoEntry: false })?.dev

/**
 * Returns a check to call before each write: it throws while writing is not safe, and logs once when that begins and
 * once when it ends.
 */
export function watchFolder(dataDir: string, log: Log): () => void {
  const disk = diskOf(dataDir)
  let logged = ''
  return () => {
    const fault = folderFault(dataDir, disk)
    const reason = fault?.message ?? ''
    if (reason !== logged) {
      if (fault) log.warn(`${reason}: writes are refused until this is repaired`)
      else log.info('The database of DATA_DIR can be written again')
    }
    logged = reason
    if (fault) throw fault
  }
}

/**
 * "Input or output error" (58030) when the database's folder or its disk is gone: files that are open could still be
 * written and flushed, and would be lost. "Disk full" (53100) while the write-ahead log still has room: PGlite reports
 * a full disk for a table, but spins for ever when its write-ahead log cannot grow.
 */
function folderFault(dataDir: string, disk: number | undefined): Error | undefined {
  if (diskOf(dataDir) !== disk)
    return Object.assign(new Error(`The database of DATA_DIR ${dataDir} is gone`), { code: '58030' })
  const { bavail, bsize } = statfsSync(dataDir)
  return bavail * bsize < roomToKeep
    ? Object.assign(new Error(`The disk of DATA_DIR ${dataDir} is nearly full`), { code: '53100' })
    : undefined
}
