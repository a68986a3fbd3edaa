import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#platform/log/log'

/** What the site makes in DATA_DIR; whatever else lies there is not its own. */
const ownFiles = ['lock.sqlite', 'lock.pid', 'backup.sock']
const ownFolders = ['db', 'db.new', 'media']

const forOthers = 0o077
const sticky = 0o1000

/**
 * Takes from other users of the machine what they may do in a DATA_DIR: a folder that was made by hand, and the files
 * of older releases. What cannot be changed, as in a folder of somebody else, is a line in the log.
 */
export function restrictDataDir(dataDir: string, log: Log): void {
  const result: Result = { changed: 0 }
  // A library may hold very many files. Its folder comes last, so a folder that is closed already has been through this.
  for (const name of ownFolders)
    if (name !== 'media' || isOpen(join(dataDir, name))) restrictTree(join(dataDir, name), result)
  for (const name of ownFiles) restrict(join(dataDir, name), 0o600, result)
  if ((modeOf(dataDir) ?? 0) & sticky)
    log.warn(`DATA_DIR ${dataDir} is a folder for everybody: give the site one of its own`)
  else restrict(dataDir, 0o700, result)
  if (result.fault)
    log.warn(`DATA_DIR ${dataDir} is open to other users of this machine, and stays so: ${result.fault.message}`)
  else if (result.changed > 0)
    log.warn(`DATA_DIR ${dataDir} was open to other users of this machine; now it is its owner's alone`, {
      changed: result.changed,
    })
}

type Result = { changed: number; fault?: Error }

/** A folder and all in it; links are left alone. */
export function restrictTree(folder: string, result: Result = { changed: 0 }): void {
  if (modeOf(folder) === undefined) return
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isDirectory()) restrict(path, 0o700, result)
      else if (entry.isFile()) restrict(path, 0o600, result)
    }
  } catch (error) {
    note(error, result)
  }
  restrict(folder, 0o700, result)
}

function restrict(path: string, mode: number, result: Result) {
  try {
    if (!isOpen(path)) return
    chmodSync(path, mode)
    result.changed++
  } catch (error) {
    note(error, result)
  }
}

function note(error: unknown, result: Result) {
  result.fault ??= error instanceof Error ? error : new Error(String(error))
}

const isOpen = (path: string) => ((modeOf(path) ?? 0) & forOthers) !== 0
const modeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode
