import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#platform/log/log'

/** What the site creates in DATA_DIR; other files there are left alone. */
const ownFiles = ['lock.sqlite', 'lock.pid', 'backup.sock']
const ownFolders = ['db', 'db.new', 'media']

const forOthers = 0o077
const sticky = 0o1000

/**
 * Removes the permissions of other users of the machine in DATA_DIR: for a folder made by hand, and files of older
 * releases. Files that cannot be changed, such as another user's, are logged.
 */
export function restrictDataDir(dataDir: string, log: Log): void {
  const result: Result = { changed: 0 }
  // A library may have very many files. Its folder is restricted last, so if it is restricted already, its files are
  // too.
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

/** A folder and everything in it; links are not followed. */
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
