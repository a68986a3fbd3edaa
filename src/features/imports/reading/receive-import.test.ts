import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testPipeline } from '#test/pipeline'

const dataDir = mkdtempSync(join(tmpdir(), 'import-files-'))
let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline({ config: { dataDir, throttle: false } })
  await t.reset()
  cookie = await t.signIn()
})
afterAll(async () => {
  await t.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function send(content: BlobPart, { name = 'file', headers = {} as Record<string, string>, by = cookie } = {}) {
  const body = new FormData()
  body.set('file', new File([content], name))
  const answer = await t.ask('/api/imports', {
    method: 'POST',
    body,
    headers: { origin: 'http://acme.test', cookie: by, ...headers },
  })
  return { status: answer.status, json: (await answer.json()) as { error?: unknown; issues?: { message: string }[] } }
}

/** A zip without content: only names and sizes in its directory. */
function zip(...entries: { name: string; bytes?: number }[]): Uint8Array<ArrayBuffer> {
  const directory = Buffer.concat(
    entries.map(({ name, bytes = 0 }) => {
      const head = Buffer.alloc(46)
      head.writeUInt32LE(0x02014b50)
      head.writeUInt32LE(bytes, 24)
      head.writeUInt16LE(Buffer.byteLength(name), 28)
      return Buffer.concat([head, Buffer.from(name)])
    }),
  )
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(4, 16)
  return new Uint8Array(Buffer.concat([Buffer.from('PK\x03\x04'), directory, end]))
}

test('an unreadable file is refused with a reason, and nothing of it is stored', async () => {
  const refused: [string, BlobPart, RegExp][] = [
    ['nothing that is known', 'Dear all, here is our site.', /can’t be imported/],
    ['bytes', new Uint8Array([0, 1, 2, 3, 255]), /can’t be imported/],
    ['a page', '<!doctype html><html><title>Hi</title></html>', /./],
    ['a zip that names others', zip({ name: 'a/../../b.md' }), /outside of itself/],
    ['a zip that names the root', zip({ name: '/etc/b.md' }), /outside of itself/],
    ['a zip that is too large', zip({ name: 'a', bytes: 2 ** 31 - 1 }, { name: 'b', bytes: 2 }), /more than 2 GB/],
    ['half a zip', zip({ name: 'a.md' }).subarray(0, 30), /damaged/],
  ]
  for (const [what, content, why] of refused) {
    const { status, json } = await send(content)
    expect([what, status, json.issues?.map(({ message }) => message)]).toEqual([
      what,
      422,
      [expect.stringMatching(why)],
    ])
  }
  expect(await (await t.ask('/api/imports', { headers: { cookie } })).json()).toEqual([])
})

test('a file that is too large, a missing file, and a request without a session are refused', async () => {
  const { status } = await send('a', { headers: { 'content-length': String(201 * 1024 * 1024) } })
  expect(status).toBe(413)
  expect((await send('')).status).toBe(422)
  expect((await send('a', { by: '' })).status).toBe(401)
})
