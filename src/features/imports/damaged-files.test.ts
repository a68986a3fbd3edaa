import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { join } from 'node:path'
import { openImporting } from '#test/content/importing'
import { zipOf } from '#test/content/zip'

let site: Awaited<ReturnType<typeof openImporting>>
beforeAll(async () => {
  site = await openImporting([])
  await site.begin()
})
afterAll(() => site.close())

const wordpress = await Bun.file(join(import.meta.dir, 'fixtures/wordpress.xml')).bytes()
const csv = new TextEncoder().encode(
  '\uFEFFtitle;slug;description;content;publishedAt;category;author;image;language\r\n"A ""quoted"" one";a;What;"<p>x</p>\n\ny";2024-01-02;Cat;Ada;/a.png;en\r\n',
)
const ghost = new TextEncoder().encode(
  JSON.stringify({
    db: [
      {
        data: {
          posts: [
            {
              uuid: 'u',
              title: 'T',
              slug: 't',
              lexical: '{"root":{"children":[{"type":"paragraph","children":[{"type":"text","text":"x"}]}]}}',
              type: 'post',
              status: 'published',
            },
          ],
          tags: [],
          posts_tags: [],
        },
      },
    ],
  }),
)
const zip = await zipOf({
  'hugo.toml': 'baseURL = "https://old.test/"',
  'content/posts/a.md':
    '---\ntitle: "A"\ndate: 2024-01-02\ntags: [a, b]\nimage: /p.png\n---\n# A\n\n{{< figure src="/p.png" >}}\n\n```ts\nlet a\n```\n\n[^1]\n\n[^1]: n\n',
  'content/posts/a.es.md': '---\ntitle: A\n---\n{% raw %}x{% endraw %} <b>y',
  'static/p.png': 'no picture',
})

type Change = { at: number; byte: number; length: number; how: 'set' | 'cut' | 'repeat' | 'insert' }

/** Replaces, removes or inserts bytes. */
function damaged(whole: Uint8Array, changes: readonly Change[]): Uint8Array<ArrayBuffer> {
  let bytes = Buffer.from(whole)
  for (const { at: place, byte, length, how } of changes) {
    const at = place % Math.max(1, bytes.length)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const piece = bytes.subarray(at, at + length)
    if (how === 'set') bytes = Buffer.concat([before, Buffer.from([byte]), after.subarray(1)])
    else if (how === 'cut') bytes = Buffer.concat([before, after.subarray(length)])
    else if (how === 'repeat') bytes = Buffer.concat([before, piece, after])
    else bytes = Buffer.concat([before, Buffer.alloc(length % 8, byte), after])
  }
  return new Uint8Array(bytes)
}

const change = fc.record({
  at: fc.nat(200_000),
  byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 0x22, 0x2d, 0x3c, 0x3e, 0x5b, 0x7b, 0xff)),
  length: fc.integer({ min: 1, max: 200 }),
  how: fc.constantFrom('set' as const, 'cut' as const, 'repeat' as const, 'insert' as const),
})

test.each([
  ['WordPress', wordpress, 60],
  ['a table', csv, 80],
  ['Ghost', ghost, 80],
  ['a zip', zip, 120],
] as const)(
  'a damaged file of %s is imported or refused with a reason',
  async (_, whole, numRuns) => {
    expect((await site.sendFile(new Uint8Array(whole), 'whole')).status).toBe(201)
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const { status, json } = await site.sendFile(damaged(whole, changes), 'damaged')
        statuses.add(status)
        expect([201, 422]).toContain(status)
        if (status === 422) expect(json.issues?.[0]?.message).toMatch(/\S/)
        else expect((await site.run(json.id, { media: false })).state).toBe('done')
      }),
      { numRuns },
    )
    expect(statuses).toContain(422)
    expect(site.t.logged.filter(({ level }) => level === 'error')).toEqual([])
  },
  300_000,
)
