import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, fdatasyncSync, fsyncSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#test/program'
import { createLog } from '../log'
import { DurableFiles, type Flush, syncOnce } from './durable-files'
import { startPglite } from './embedded'
import { openDatabase } from './open-database'

/** A database as a release made it that never flushed. */
let older: string
let scratch: string
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'durable-'))
  older = join(scratch, 'older')
  const pglite = await PGlite.create({ dataDir: older })
  await pglite.exec(`create table notes (id serial primary key, text text not null); insert into notes (text) values ('from before')`)
  await pglite.close()
}, 60_000)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function copyOfOlder(name: string): string {
  const dataDir = join(scratch, name)
  cpSync(older, join(dataDir, 'db'), { recursive: true })
  return dataDir
}

test('an acknowledged write costs one flush of the log, a read none; a checkpoint flushes whole files', async () => {
  const dataDir = copyOfOlder('counted')
  const flushes = { content: 0, everything: 0 }
  const counting: Flush = {
    content: (fd) => { flushes.content++; fdatasyncSync(fd) },
    everything: (fd) => { flushes.everything++; fsyncSync(fd) },
  }
  const files = new DurableFiles(join(dataDir, 'db'), counting)
  const pglite = await startPglite(files)
  expect(files.missing).toEqual([])
  await pglite.query(`insert into notes (text) values ('first')`)

  const counts: number[] = []
  for (let commit = 0; commit < 20; commit++) {
    const before = { ...flushes }
    if (commit % 2 === 0) await pglite.query('insert into notes (text) values ($1)', [`note ${commit}`])
    else await pglite.transaction(async (tx) => { for (let row = 0; row < 3; row++) await tx.query('insert into notes (text) values ($1)', [`row ${row}`]) })
    counts.push(flushes.content - before.content)
    expect(flushes.everything).toBe(before.everything)
  }
  expect(counts).toEqual(Array.from({ length: 20 }, () => 1))

  const before = { ...flushes }
  await pglite.query('select count(*) from notes')
  expect(flushes).toEqual(before)
  await pglite.exec('checkpoint')
  expect(flushes.everything).toBeGreaterThan(before.everything)
  await pglite.close()
}, 60_000)

test('a database of an older release keeps its content, is flushed once, and needs no lock file that a cut has emptied', async () => {
  const dataDir = copyOfOlder('taken-over')
  const db = join(dataDir, 'db')
  writeFileSync(join(db, 'postmaster.pid'), '')
  const notes = async () => {
    const database = await openDatabase({ dataDir }, createLog('silent', false), async () => {})
    const { rows } = await database.db.execute('select text from notes') as unknown as { rows: { text: string }[] }
    await database.close()
    return rows.map(({ text }) => text)
  }
  expect(existsSync(join(db, 'durable'))).toBe(false)
  expect(await notes()).toEqual(['from before'])
  expect(existsSync(join(db, 'durable'))).toBe(true)
  expect(await notes()).toEqual(['from before'])
}, 60_000)

test('a flush that fails ends the process at once with one line, and the next start has what was acknowledged', async () => {
  const dataDir = copyOfOlder('failing')
  const place = join(dataDir, 'db')
  await syncOnce(place)
  const victim = program({ code: `
    const { DurableFiles } = await import('#base/db/durable-files')
    const { startPglite } = await import('#base/db/embedded')
    const { fdatasyncSync, fsyncSync } = await import('node:fs')
    let isBroken = false
    const content = (fd) => {
      if (isBroken) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
      fdatasyncSync(fd)
    }
    const pglite = await startPglite(new DurableFiles(${JSON.stringify(place)}, { content, everything: fsyncSync }))
    await pglite.query("insert into notes (text) values ('kept')")
    console.log('kept')
    isBroken = true
    await pglite.query("insert into notes (text) values ('never acknowledged')")
    console.log('acknowledged')` })
  const { code, out, err } = await victim.ended
  expect(err).toBe('The disk could not keep the database, so the process ends: EIO: i/o error, fdatasync\n')
  expect(out).toBe('kept\n')
  expect(code).toBe(1)
  rmSync(join(place, 'postmaster.pid'))
  const pglite = await startPglite(new DurableFiles(place))
  const { rows } = await pglite.query<{ text: string }>('select text from notes')
  expect(rows.map(({ text }) => text)).toContain('kept')
  await pglite.close()
}, 60_000)

test('a version of PGlite without the names that flushes lean on is not called durable', async () => {
  const files = new DurableFiles(join(scratch, 'missing'))
  const pglite = await PGlite.create()
  const { emscriptenOpts } = await files.init(pglite, {})
  for (const prepare of emscriptenOpts.preRun ?? []) prepare(Object.assign({}, pglite.Module, { NODEFS: {}, FS: { mkdirTree() {}, mount() {} } }))
  expect(files.missing.toSorted()).toEqual(['FS.getStream', 'NODEFS.stream_ops', 'instantiateWasm'])

  const withoutStub = new DurableFiles(join(scratch, 'missing'))
  const { emscriptenOpts: options } = await withoutStub.init(pglite, { instantiateWasm: () => ({}) })
  options.instantiateWasm({ env: {} }, () => {})
  expect(withoutStub.missing).toEqual(['__syscall_fdatasync'])
  await pglite.close()
}, 60_000)

test('a file system that cannot flush is one readable line', async () => {
  await expect(syncOnce('/proc/sys/kernel/random')).rejects.toThrow(/^The disk of DATA_DIR cannot keep \/proc\S+: E[^\n]+$/)
})
