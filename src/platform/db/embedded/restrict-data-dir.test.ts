import { afterAll, expect, test } from 'bun:test'
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog, type Log } from '#platform/log/log'
import { openEmbedded } from './embedded'
import { migrateDatabase } from '#platform/db/migrate'
import { restrictDataDir } from './data-dir'

const folder = mkdtempSync(join(tmpdir(), 'modes-'))
afterAll(() => rmSync(folder, { recursive: true }))

function keepWarnings() {
  const warnings: string[] = []
  const log: Log = { ...createLog('silent', false), warn: (message) => void warnings.push(message) }
  return { log, warnings }
}

/** Files and folders that other users have any permission for. */
const openFiles = (dataDir: string) =>
  [
    dataDir,
    ...readdirSync(dataDir, { recursive: true, withFileTypes: true }).map((entry) =>
      join(entry.parentPath, entry.name),
    ),
  ]
    .filter((path) => lstatSync(path).mode & 0o077 && !lstatSync(path).isSymbolicLink())
    .map((path) => path.slice(folder.length))

test('only the owner can read the database, in a directory created by hand too, and in files written later', async () => {
  const dataDir = join(folder, 'new')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  const { log, warnings } = keepWarnings()
  const work = async () => {
    const { withDedicatedConnection, close } = await openEmbedded(dataDir, log, migrateDatabase)
    await withDedicatedConnection((db) =>
      db.execute('create table if not exists later as select * from generate_series(1, 1000) as n'),
    )
    await withDedicatedConnection((db) => db.execute('vacuum (full, analyze) later'))
    expect(openFiles(dataDir)).toEqual([])
    await close()
  }
  await work()
  expect(openFiles(dataDir)).toEqual([])
  expect(warnings).toEqual([`DATA_DIR ${dataDir} was open to other users of this machine; now it is its owner's alone`])
  await work()
  expect(warnings).toHaveLength(1)
}, 60_000)

test('the files of older releases are restricted, and other files are not touched', () => {
  const dataDir = join(folder, 'older')
  mkdirSync(join(dataDir, 'db', 'base'), { recursive: true })
  mkdirSync(join(dataDir, 'media', 'originals'), { recursive: true })
  const theirs = join(folder, 'theirs')
  writeFileSync(theirs, '')
  symlinkSync(theirs, join(dataDir, 'db', 'link'))
  const files = ['db/PG_VERSION', 'db/base/1', 'media/originals/one', 'lock.sqlite'].map((name) => join(dataDir, name))
  for (const path of files) writeFileSync(path, '')
  for (const path of [theirs, ...files]) chmodSync(path, 0o666)
  const note = join(dataDir, 'note.txt')
  writeFileSync(note, '')
  chmodSync(note, 0o644)
  const { log, warnings } = keepWarnings()
  restrictDataDir(dataDir, log)
  expect(openFiles(dataDir)).toEqual(['/older/note.txt'])
  expect(lstatSync(theirs).mode & 0o777).toBe(0o666)
  restrictDataDir(dataDir, log)
  expect(warnings).toHaveLength(1)
})

test('a shared directory like the one for temporary files stays shared, which is logged', () => {
  const dataDir = join(folder, 'shared')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o1777)
  const { log, warnings } = keepWarnings()
  restrictDataDir(dataDir, log)
  expect(lstatSync(dataDir).mode & 0o7777).toBe(0o1777)
  expect(warnings).toEqual([`DATA_DIR ${dataDir} is a folder for everybody: give the site one of its own`])
})

test.skipIf(process.getuid?.() === 0 || process.platform !== 'linux')(
  'a directory of another user that cannot be restricted is logged',
  () => {
    const { log, warnings } = keepWarnings()
    restrictDataDir('/', log)
    expect(warnings).toEqual([expect.stringMatching(/^DATA_DIR \/ is open to other users .* and stays so: EPERM/)])
  },
)
