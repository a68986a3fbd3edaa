import { describe, expect, test } from 'bun:test'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { schemaVersion } from '#platform/db/migrate'
import { validRows } from '#test/content/valid-rows'
import { checkArchive } from './read-archive'

const mega = 1024 * 1024

const header = (counts: object) =>
  `${JSON.stringify({
    format: 'industria-archive',
    version: 1,
    createdAt: '2026-01-02T03:04:05.678Z',
    schema: schemaVersion(),
    counts,
    sha256: '',
  })}\n`

/** The error for an archive of these texts, and how many characters of it were read. */
async function refusalOf(texts: Iterable<string>): Promise<{ message: string; read: number }> {
  let read = 0
  function* counted() {
    for (const text of texts) {
      read += text.length
      yield text
    }
  }
  const gzip = createGzip({ level: 1 })
  const packing = pipeline(Readable.from(counted()), gzip).catch(() => {})
  try {
    await checkArchive(gzip)
    return { message: 'not refused', read }
  } catch (error) {
    return { message: error instanceof Error ? error.message : '', read }
  } finally {
    gzip.destroy()
    await packing
  }
}

function* endless(start: string, piece: string, count = 1000): Generator<string> {
  yield start
  for (let at = 0; at < count; at++) yield piece
}

const line = (part: string, row: unknown) => `${JSON.stringify([part, row])}\n`
const row = line('checklist', validRows.checklist)

describe('an archive is refused as soon as it is clear that no site has written it', () => {
  test('when a row has no end', async () => {
    const { message, read } = await refusalOf(endless(`${header({ posts: 1 })}["posts",{"title":"`, 'x'.repeat(mega)))
    expect(message).toContain('a line of it has more than 8388608 characters')
    expect(read).toBeLessThan(40 * mega)
  })

  test('when its first line has no end', async () => {
    const { message, read } = await refusalOf(endless('{"format":"', 'x'.repeat(mega)))
    expect(message).toContain('a line of it has more than 65536 characters')
    expect(read).toBeLessThan(30 * mega)
  })

  test('when it has more rows than it says', async () => {
    const rows = row.repeat(1000)
    const { message, read } = await refusalOf(endless(header({ checklist: 2 }), rows, 5000))
    expect(message).toContain('counts')
    expect(read).toBeLessThan(2000 * rows.length)
  })

  test('when it says that it has more rows than a site has', async () => {
    const { message } = await refusalOf([header({ activity: 20_000_001 }), row])
    expect(message).toContain('more than 20000000 rows')
  })

  test('when a row consists of values without a text, which need more memory than the file', async () => {
    for (const value of [`[${'[],'.repeat(mega)}[]]`, `[${'0,'.repeat(mega)}0]`, `[${'{},'.repeat(mega)}{}]`]) {
      const { message } = await refusalOf([header({ posts: 1 }), `["posts",${value}]\n`])
      expect(message).toContain('a line is no row')
    }
  })

  test('when a row is nested too deeply to be checked', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const value = open.repeat(100_000) + '1' + close.repeat(100_000)
      const { message } = await refusalOf([header({ posts: 1 }), `["posts",{"translations":${value}}]\n`])
      expect(message).toContain('a line is no row')
    }
  })
})

test('a row with the longest content that the site stores is none of these', async () => {
  const content = '<p>"\\&amp;</p>'.repeat(250_000)
  const { message } = await refusalOf([header({ posts: 1 }), line('posts', { ...validRows.posts, content })])
  // It was read to its end.
  expect(message).toBe('The archive is damaged: its checksum does not fit')
})
