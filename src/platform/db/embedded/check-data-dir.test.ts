import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#test/program'
import { createLog } from '#platform/log/log'
import { checkDataDir } from './data-dir'
import { toDisk } from './durable-files'
import { openEmbedded } from './embedded'

/** A data directory of an existing site, copied for each test. */
let whole: string
let dataDir: string
beforeAll(async () => {
  whole = mkdtempSync(join(tmpdir(), 'whole-'))
  const database = await openEmbedded(whole, createLog('silent', false), async () => {})
  await database.close()
}, 60_000)
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-'))
  cpSync(whole, dataDir, { recursive: true })
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
})
const closing: (() => void)[] = []
afterAll(() => {
  rmSync(whole, { recursive: true })
  for (const close of closing) close()
})

const contentOf = () => readdirSync(dataDir, { recursive: true }).toSorted()
const faultOf = (check: () => void) => {
  try {
    check()
    return 'none'
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message.replace(dataDir, 'X')}` : 'not an error'
  }
}
/** Simulates a disk without support for flushes. */
const refuse = () => {
  throw Object.assign(new Error('EINVAL: invalid argument, fdatasync'), { code: 'EINVAL' })
}

test('a database of this release passes the check, and so does a missing one', () => {
  expect(faultOf(() => checkDataDir(dataDir))).toBe('none')
  rmSync(join(dataDir, 'db'), { recursive: true })
  expect(faultOf(() => checkDataDir(dataDir))).toBe('none')
})

test('a database of another PostgreSQL version is left untouched', async () => {
  writeFileSync(join(dataDir, 'db/PG_VERSION'), '19\n')
  const before = contentOf()
  await expect(openEmbedded(dataDir, createLog('silent', false), async () => {})).rejects.toThrow(
    `DATA_DIR ${dataDir} holds a database of PostgreSQL 19, and this release opens those of 18. Start the release that made it, and move the site with a backup`,
  )
  expect(contentOf()).toEqual(before)
})

test('a database that has lost its version file is not created again', async () => {
  rmSync(join(dataDir, 'db/PG_VERSION'))
  const before = contentOf()
  await expect(openEmbedded(dataDir, createLog('silent', false), async () => {})).rejects.toThrow(
    /^DATA_DIR \S+ holds something in db that is no database, or not all of one: [^\n]+$/,
  )
  expect(contentOf()).toEqual(before)
})

test('a database that PGlite cannot open is reported in one line', async () => {
  writeFileSync(join(dataDir, 'db/global/pg_control'), '')
  await expect(openEmbedded(dataDir, createLog('silent', false), async () => {})).rejects.toThrow(
    /^DATA_DIR \S+ holds a database that does not open: [^\n]+$/,
  )
}, 30_000)

test('a file system without fsync is reported at the start, new or not', () => {
  const said =
    'StartError: DATA_DIR X is on a file system that cannot keep the database safe: EINVAL: invalid argument, fdatasync'
  expect(faultOf(() => checkDataDir(dataDir, { ...toDisk, content: refuse }))).toBe(said)
  expect(faultOf(() => checkDataDir(dataDir, { ...toDisk, everything: refuse }))).toBe(said)
  rmSync(join(dataDir, 'db'), { recursive: true })
  expect(faultOf(() => checkDataDir(dataDir, { ...toDisk, content: refuse }))).toBe(said)
  expect(readdirSync(dataDir)).toEqual(readdirSync(whole).filter((name) => name !== 'db'))
})

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)('files of another user are named', async () => {
  chmodSync(dataDir, 0o755)
  for (const name of [
    '',
    'db',
    ...readdirSync(join(dataDir, 'db'), { recursive: true }).map((inner) => `db/${String(inner)}`),
  ])
    chownSync(join(dataDir, name), 65_534, 65_534)
  const strange = join(dataDir, 'db/global/pg_control')
  chownSync(strange, 0, 0)
  chmodSync(strange, 0o644)
  const { err, code } = await program({
    code: `const { checkDataDir } = await import('#platform/db/embedded/data-dir')
      process.setgid(65534)
      process.setuid(65534)
      checkDataDir(${JSON.stringify(dataDir)})`,
  }).ended
  expect(code).toBe(1)
  expect(err).toContain(`holds a database that cannot be used: EACCES: permission denied, access '${strange}'`)
})

test.skipIf(!isRoot)(
  'a full or read-only disk is reported before anything is created',
  async () => {
    const mount = join(dataDir, 'mount')
    mkdirSync(mount)
    const run = (...command: string[]) => Bun.spawnSync(command).exitCode
    if (run('mount', '-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', mount) !== 0) return
    try {
      expect(faultOf(() => checkDataDir(mount))).toBe(
        `StartError: DATA_DIR X/mount has no room for the database: 96 MB are needed, and 10 MB of its disk are free`,
      )
      expect(readdirSync(mount)).toEqual([])
      run('mount', '-o', 'remount,size=200m,nr_inodes=100', mount)
      await expect(openEmbedded(mount, createLog('silent', false), async () => {})).rejects.toThrow(
        /^DATA_DIR \S+ takes no new database: no space left on its disk, or no more files may be made there$/,
      )
      run('mount', '-o', 'remount,ro,size=200m', mount)
      await expect(openEmbedded(mount, createLog('silent', false), async () => {})).rejects.toThrow(
        /^DATA_DIR \S+ cannot be used: EROFS: read-only file system[^\n]+$/,
      )
    } finally {
      run('umount', '-l', mount)
    }
  },
  60_000,
)
