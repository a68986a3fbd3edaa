import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#test/program'
import { lockDataDir } from './data-dir'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const owner = () =>
  program({
    code: `const { lockDataDir } = await import('#platform/db/embedded/data-dir'); lockDataDir(${JSON.stringify(dataDir)}); console.log('locked'); await Bun.sleep(30000)`,
  })

test('a second owner is refused with the name of the first', () => {
  const lock = lockDataDir(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(`DATA_DIR ${dataDir} is in use by process ${process.pid}`)
  lock.release()
  lockDataDir(dataDir).release()
})

test('another process is refused while the owner lives, and admitted after the owner was killed', async () => {
  const first = owner()
  await first.said('locked')
  expect(() => lockDataDir(dataDir)).toThrow(`in use by process ${first.pid}`)
  first.kill('SIGKILL')
  await first.ended
  lockDataDir(dataDir).release()
})

test('a stale process id blocks nobody, even when another process has it now', () => {
  writeFileSync(join(dataDir, 'lock.pid'), `${process.pid}\n`)
  lockDataDir(dataDir).release()
})

test('a file in place of the directory is reported in one readable line', () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  expect(() => lockDataDir(file)).toThrow(/^DATA_DIR .*file cannot be used: [^\n]+$/)
})

test('a directory that cannot be created is reported in one readable line', () => {
  expect(() => lockDataDir('/proc/nowhere/data')).toThrow(/^DATA_DIR \/proc\/nowhere\/data cannot be used: [^\n]+$/)
})
