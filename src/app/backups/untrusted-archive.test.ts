import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { features } from '#app/features'
import { backups } from './table'
import { restores } from '#app/backups/table'
import { administrator, testApi } from '#test/api'
import { validRows } from '#test/content/valid-rows'
import { postInput } from '#test/inputs'
import { program } from '#test/program'
import { collectContent, packContent } from '#test/site-content'
import { until } from '#test/waiting'
import { runningRestores } from '#app/backups/run-restore'

const folder = mkdtempSync(join(tmpdir(), 'untrusted-'))
const dataDir = join(folder, 'data')
const confirm = 'Industria AI'

let t: Awaited<ReturnType<typeof testApi>>
let cookie: string
beforeAll(async () => void (t = await testApi({ dataDir, throttle: false })))
beforeEach(async () => {
  await t.reset()
  rmSync(dataDir, { recursive: true, force: true })
  cookie = await t.signIn()
  await t.send('POST', '/api/blog', { cookie, body: postInput({ slug: 'here' }) })
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

async function restore(archive: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const body = new FormData()
  body.append('currentPassword', administrator.password)
  body.append('confirm', confirm)
  body.append('file', new File([archive], 'site.archive'))
  const response = await t.api.handle(
    new Request('http://localhost/api/restores', {
      method: 'POST',
      headers: { cookie, origin: 'http://localhost', ...headers },
      body,
    }),
  )
  return { status: response.status, json: await response.json() }
}

const forged = [
  ['redirects', { to: '//evil.example' }, 'redirects', 'to'],
  ['siteSettings', { values: { accent: '#112233"><h1>' } }, 'siteSettings', 'values.accent'],
  ['projects', { demoUrl: 'data:text/html,x' }, 'projects', 'demoUrl'],
] as const

test('an archive is refused with its row, and nothing is touched', async () => {
  const before = await collectContent(t.services.db)
  for (const [part, changes, name, column] of forged) {
    const archive = await packContent({ ...before, [part]: [{ ...validRows[part], ...changes }] })
    const { status, json } = await restore(archive)
    expect([status, json.message]).toEqual([422, expect.stringContaining(`row 1 of ${name}, ${column}:`)])
    expect(json.issues).toEqual([{ path: 'file', message: json.message }])
    const spanish = await restore(archive, { cookie: `${cookie}; industria-language=es` })
    expect(spanish.json.message).toContain(`fila 1 de ${name}, ${column}:`)
  }
  expect(await collectContent(t.services.db)).toEqual(before)
  expect(await t.services.db.$count(restores)).toBe(0)
  expect(await t.services.db.$count(backups)).toBe(0)
})

test('rows that do not fit together leave the site as it was', async () => {
  const before = await collectContent(t.services.db)
  const [post] = before.posts!
  for (const content of [
    { ...before, posts: [post!, { ...post, id: 9 }] },
    { ...before, replies: [{ ...validRows.replies, messageId: 7 }] },
  ]) {
    const { status, json } = await restore(await packContent(content))
    expect(status).toBe(202)
    const state = async () => (await t.send('GET', `/api/restores/${json.id}`, { cookie })).json as { state: string }
    await until(async () => (await state()).state !== 'running')
    expect(await state()).toMatchObject({ state: 'failed', error: expect.stringContaining('Nothing was changed') })
    expect((await collectContent(t.services.db)).posts).toEqual(before.posts)
  }
})

test('a restored import is not resumed, and no file outside of its folder is touched', async () => {
  const outside = join(folder, 'outside')
  writeFileSync(outside, 'private')
  const content = await collectContent(t.services.db)
  const imports = [{ ...validRows.imports, state: 'running', holder: 'somebody' }]
  const waiting = { ...validRows.importItems, state: 'waiting', recordId: null, version: null, slug: null }
  const believed = { address: 'a.png', name: 'a.png', alt: '', file: '../../../outside' }
  expect(
    (await restore(await packContent({ ...content, imports, importItems: [{ ...waiting, payload: believed }] })))
      .status,
  ).toBe(422)

  const { status, json } = await restore(await packContent({ ...content, imports, importItems: [waiting] }))
  expect(status).toBe(202)
  await until(async () => (await t.services.db.$count(restores, sql`state = 'done'`)) === 1)
  await until(() => runningRestores.size === 0)
  cookie = await t.signIn()
  expect(json.id).toBeGreaterThan(0)
  const job = features.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'run imports')
  await (job && 'runInEach' in job ? job.runInEach?.(t.services) : undefined)
  expect((await t.send('GET', '/api/imports/1', { cookie })).json).toMatchObject({ state: 'failed', done: 0, total: 1 })
  expect(existsSync(outside)).toBe(true)
})

test('the command line refuses an archive with one line that names the row', async () => {
  const archive = join(folder, 'forged.backup')
  const [part, changes, name, column] = forged[0]
  writeFileSync(archive, await packContent({ [part]: [{ ...validRows[part], ...changes }] }))
  const data = join(folder, 'command')
  const { code, out, err } = await program({ file: 'src/restore.ts', args: [archive] }, { DATA_DIR: data }).ended
  expect([code, out, err.trim()]).toEqual([
    1,
    '',
    `The archive is damaged: row 1 of ${name} does not fit: ${name}.${column}: Please enter a link that starts with https://, http:// or /`,
  ])
  expect(existsSync(data) ? readdirSync(data) : []).toEqual([])
})
