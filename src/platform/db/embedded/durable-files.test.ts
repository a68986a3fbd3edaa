import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, fdatasync, fdatasyncSync, fsyncSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { program } from '#test/program'
import { createLog } from '#platform/log/log'
import { DurableFiles, type Flush, syncOnce } from './durable-files'
import { startPglite } from './embedded'
import { openDatabase } from '#platform/db/open-database'

/** A database made by a release without flushes. */
let older: string
let scratch: string
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'durable-'))
  older = join(scratch, 'older')
  const pglite = await PGlite.create({ dataDir: older })
  await pglite.exec(
    `create table notes (id serial primary key, text text not null); insert into notes (text) values ('from before')`,
  )
  await pglite.close()
}, 60_000)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

function copyOfOlder(name: string): string {
  const dataDir = join(scratch, name)
  cpSync(older, join(dataDir, 'db'), { recursive: true })
  return dataDir
}

test('an acknowledged commit costs one flush of the log, concurrent commits share one, a read needs none', async () => {
  const dataDir = copyOfOlder('counted')
  const { flush, counts } = counting()
  const files = new DurableFiles(join(dataDir, 'db'), flush)
  const pglite = await startPglite(files)
  expect(files.missing).toEqual([])
  await pglite.query(`insert into notes (text) values ('first')`)
  await files.flushed()

  for (let commit = 0; commit < 20; commit++) {
    const before = { ...counts }
    if (commit % 2 === 0) await pglite.query('insert into notes (text) values ($1)', [`note ${commit}`])
    else
      await pglite.transaction(async (tx) => {
        for (let row = 0; row < 3; row++) await tx.query('insert into notes (text) values ($1)', [`row ${row}`])
      })
    expect(counts).toEqual(before)
    await files.flushed()
    expect(counts).toEqual({ ...before, contentMeanwhile: before.contentMeanwhile + 1 })
  }

  const before = { ...counts }
  await pglite.query('select count(*) from notes')
  await files.flushed()
  expect(counts).toEqual(before)
  await Promise.all(
    Array.from({ length: 10 }, (_, note) => pglite.query('insert into notes (text) values ($1)', [`together ${note}`])),
  )
  await Promise.all(Array.from({ length: 10 }, () => files.flushed()))
  expect(counts).toEqual({ ...before, contentMeanwhile: before.contentMeanwhile + 1 })
  await pglite.close()
}, 60_000)

test('nothing that depends on the log is written before the log is on the disk', async () => {
  const dataDir = copyOfOlder('ordered')
  const { flush, counts } = counting()
  const files = new DurableFiles(join(dataDir, 'db'), flush)
  const pglite = await startPglite(files)
  await files.flushed()
  for (const writes of ['checkpoint', 'create table others (id int)', 'truncate notes', 'drop table others']) {
    await pglite.query(`insert into notes (text) values ('in the log')`)
    const before = { ...counts }
    await pglite.exec(writes)
    expect(`${writes}: ${counts.content - before.content > 0}`).toBe(`${writes}: true`)
    await files.flushed()
  }
  await pglite.close()
}, 60_000)

function counting() {
  const counts = { content: 0, contentMeanwhile: 0, everything: 0 }
  const flush: Flush = {
    content: (fd) => {
      counts.content++
      fdatasyncSync(fd)
    },
    contentMeanwhile: async (fd) => {
      counts.contentMeanwhile++
      await promisify(fdatasync)(fd)
    },
    everything: (fd) => {
      counts.everything++
      fsyncSync(fd)
    },
  }
  return { flush, counts }
}

test('a database of an older release keeps its content, is flushed once, and needs no lock file that a power cut has emptied', async () => {
  const dataDir = copyOfOlder('taken-over')
  const db = join(dataDir, 'db')
  writeFileSync(join(db, 'postmaster.pid'), '')
  const notes = async () => {
    const database = await openDatabase({ dataDir }, createLog('silent', false), async () => {})
    const { rows } = (await database.db.execute('select text from notes')) as unknown as { rows: { text: string }[] }
    await database.close()
    return rows.map(({ text }) => text)
  }
  expect(existsSync(join(db, 'durable'))).toBe(false)
  expect(await notes()).toEqual(['from before'])
  expect(existsSync(join(db, 'durable'))).toBe(true)
  expect(await notes()).toEqual(['from before'])
}, 60_000)

const waysToFlush = { 'put off': 'files.flushed()', 'on the spot': `pglite.exec('checkpoint')` }
test.each(Object.entries(waysToFlush))(
  'a failed flush (%s) ends the process at once with one line, and the next start has what was acknowledged',
  async (way, waits) => {
    const dataDir = copyOfOlder(`failing ${way}`)
    const place = join(dataDir, 'db')
    await syncOnce(place)
    const victim = program({
      code: `
    const { DurableFiles } = await import('#platform/db/embedded/durable-files')
    const { startPglite } = await import('#platform/db/embedded/embedded')
    const { fdatasyncSync, fsyncSync } = await import('node:fs')
    let isBroken = false
    const content = (fd) => {
      if (isBroken) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
      fdatasyncSync(fd)
    }
    const files = new DurableFiles(${JSON.stringify(place)}, { content, contentMeanwhile: async (fd) => content(fd), everything: fsyncSync })
    const pglite = await startPglite(files)
    await pglite.query("insert into notes (text) values ('kept')")
    await files.flushed()
    console.log('kept')
    isBroken = true
    await pglite.query("insert into notes (text) values ('never acknowledged')")
    await ${waits}
    console.log('acknowledged')`,
    })
    const { code, out, err } = await victim.ended
    expect(err).toBe('The disk could not keep the database, so the process ends: EIO: i/o error, fdatasync\n')
    expect(out).toBe('kept\n')
    expect(code).toBe(1)
    rmSync(join(place, 'postmaster.pid'))
    const pglite = await startPglite(new DurableFiles(place))
    const { rows } = await pglite.query<{ text: string }>('select text from notes')
    expect(rows.map(({ text }) => text)).toContain('kept')
    await pglite.close()
  },
  60_000,
)

test('a PGlite version without the functions that flushing hooks into is not called durable', async () => {
  const files = new DurableFiles(join(scratch, 'missing'))
  const pglite = await PGlite.create()
  const { emscriptenOpts } = await files.init(pglite, {})
  for (const prepare of emscriptenOpts.preRun ?? [])
    prepare(Object.assign({}, pglite.Module, { NODEFS: {}, FS: { mkdirTree() {}, mount() {} } }))
  expect(files.missing).toContain('instantiateWasm')
  expect(files.missing).toContain('FS.getStream')
  expect(files.missing).toContain('NODEFS write')

  const withoutStub = new DurableFiles(join(scratch, 'missing'))
  const { emscriptenOpts: options } = await withoutStub.init(pglite, { instantiateWasm: () => ({}) })
  options.instantiateWasm({ env: {} }, () => {})
  expect(withoutStub.missing).toEqual(['__syscall_fdatasync'])
  await pglite.close()
}, 60_000)

test('a file system that cannot flush is reported in one readable line', async () => {
  await expect(syncOnce('/proc/sys/kernel/random')).rejects.toThrow(
    /^The disk of DATA_DIR cannot keep \/proc\S+: E[^\n]+$/,
  )
})
