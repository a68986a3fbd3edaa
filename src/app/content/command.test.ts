import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '#test/program'
import { type ServerDatabase, serverDatabase, testServer } from '#test/database/server-database'

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
describe.skipIf(!testServer)('on a PostgreSQL server', () => {
  let folder: string
  let from: ServerDatabase
  let to: ServerDatabase
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'commands-'))
    ;[from, to] = await Promise.all([serverDatabase(), serverDatabase()])
  })
  afterEach(async () => {
    await Promise.all([from.drop(), to.drop()])
    rmSync(folder, { recursive: true, force: true })
  })

  const run = async (command: string, { url }: ServerDatabase, args: string[], input = '') => {
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') }
    const { code, out, err } = await program({ file: `src/${command}.ts`, args }, env, input).ended
    return { code, told: (out + err).trim() }
  }

  test('an archive that one command exports is restored by another into an empty database', async () => {
    const archive = join(folder, 'site.backup')
    expect(await run('admin-create', from, [], 'ada\na bicycle made of rain\n')).toMatchObject({ code: 0 })
    expect(await run('backup', from, [archive])).toMatchObject({ code: 0, told: expect.stringContaining('users 1') })
    expect(await run('restore', to, [archive])).toMatchObject({ code: 0, told: expect.stringContaining('users 1') })
    expect(await run('admin-reset', to, ['ADA'], 'another bicycle of rain\n')).toEqual({
      code: 0,
      told: 'ada can log in with the new password alone, and was logged out everywhere',
    })
    expect(await run('admin-reset', to, ['bob'], 'another bicycle of rain\n')).toEqual({
      code: 1,
      told: 'Administrator not found',
    })
  }, 60_000)
})
