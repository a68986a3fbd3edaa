import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { insertSession } from '#auth/sessions/sessions'
import { users } from '#auth/table'
import type { Import, ImportRead, ImportRun } from '#features/imports/contract'
import { importing } from '#features/imports/run/execute-import'
import { testPipeline } from '../pipeline'
import { collectContent, replaceContent } from '../site-content'
import { until } from '../waiting'

const host = 'http://acme.test'
export const runAll: ImportRun = { language: 'en', as: 'same', media: true, redirects: true }

type Sent = { method?: string; body?: string | FormData; headers?: Record<string, string> }

/** A site with a signed-in administrator, and the old site to import from, which has the `pictures`. */
export async function openImporting(pictures: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'importing-'))
  const picture = async (path: string) => {
    const width = 40 + pictures.indexOf(path)
    const made = await sharp({ create: { width, height: 30, channels: 3, background: '#369' } })
      .png()
      .toBuffer()
    return new Response(new Uint8Array(made))
  }
  const old = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname } = new URL(url)
      return pictures.includes(pathname) ? picture(pathname) : new Response('', { status: 404 })
    },
  })
  const t = await testPipeline({ config: { dataDir, throttle: false, webhookAllow: ['127.0.0.0/8'] } })
  let cookie = ''

  async function ask<Json>(path: string, init: Sent = {}) {
    const answer = await t.ask(path, { ...init, headers: { origin: host, cookie, ...init.headers } })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      text,
      json: (/^[[{]/.test(text) ? JSON.parse(text) : undefined) as Json,
    }
  }
  const send = <Json>(method: string, path: string, body?: unknown) =>
    ask<Json>(path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
  const sendFile = (content: BlobPart, name: string) => {
    const body = new FormData()
    body.set('file', new File([content], name))
    return ask<ImportRead & { issues?: { message: string }[] }>('/api/imports', { method: 'POST', body })
  }

  return {
    t,
    old: `127.0.0.1:${old.port}`,
    ask,
    send,
    sendFile,
    /** Resets everything. */
    async begin() {
      await t.reset()
      rmSync(join(dataDir, 'media'), { recursive: true, force: true })
      cookie = await t.signIn()
    },
    /** Restores the site from its own archive, which ends all sessions, and signs in again. */
    async restore() {
      const { db } = t.services
      await replaceContent(t.services, await collectContent(db))
      const [user] = await db.select({ id: users.id }).from(users)
      cookie = (await insertSession(db, user!.id, host, undefined, true)).cookie.split(';')[0] ?? ''
    },
    async run(id: number, changes: Partial<ImportRun> = {}): Promise<Import> {
      const begun = await send('POST', `/api/imports/${id}/run`, { ...runAll, ...changes })
      if (begun.status !== 202) throw new Error(`An import was answered ${begun.status}: ${begun.text}`)
      await until(() => importing.size === 0)
      return (await send<Import>('GET', `/api/imports/${id}`)).json
    },
    async close() {
      await t.close()
      await old.stop(true)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
