import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { hashOf, type TestLibrary, testLibrary } from '#test/library'

let library: TestLibrary
let t: TestLibrary['t']
beforeAll(async () => {
  library = await testLibrary()
  t = library.t
})
beforeEach(() => library.startAfresh())
afterAll(() => library.close())

async function written(author = 'Ada Secret'): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage().drawText('hello')
  document.setAuthor(author)
  return document.save()
}

/** 400 MB of spaces compressed to 400 KB, which a parser has to unpack completely. */
function bomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(400_000_000, ' '))
  return Buffer.concat([
    Buffer.from(`%PDF-1.5\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ])
}

const mediaFolder = () => join(t.services.config.dataDir, 'media')

describe('a document', () => {
  test('is prepared for visitors when it is uploaded, and the original is not read for them', async () => {
    const { url } = await library.upload(await written(), 'plan.pdf')
    const { use } = t.services.files
    t.services.files.use = () => Promise.reject(new Error('The original was read'))
    try {
      const answer = await t.ask(url)
      expect(answer.status).toBe(200)
      const shown = await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false })
      expect([shown.getPageCount(), shown.getAuthor()]).toEqual([1, undefined])
    } finally {
      t.services.files.use = use
    }
  })

  test('that takes too much memory is refused, and nothing else with it', async () => {
    const bytes = bomb()
    expect(bytes.length).toBeLessThan(500_000)
    const plan = await written()
    const [refused, other] = await Promise.all([
      library.send('/api/media', bytes, 'bomb.pdf'),
      library.send('/api/media', plan, 'plan.pdf'),
    ])
    expect([refused.status, other.status]).toEqual([422, 201])
    expect(library.originalNames()).toEqual([hashOf(plan)])
    expect((await library.send('/api/media', bytes, 'bomb.pdf')).status).toBe(422)
  })

  test('of an older release that cannot be prepared is tried once, and refused from then on', async () => {
    const sent = await written()
    const { url } = await library.upload(sent, 'plan.pdf')
    rmSync(join(mediaFolder(), 'made'), { recursive: true })
    unlinkSync(join(mediaFolder(), 'originals', hashOf(sent)))
    writeFileSync(join(mediaFolder(), 'originals', hashOf(sent)), bomb())
    const { files } = t.services
    const { use } = files
    let count = 0
    files.use = <Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> => {
      count++
      return use.call(files, name, work) as Promise<Result>
    }
    try {
      const answers = await Promise.all([t.ask(url), t.ask(url)])
      answers.push(await t.ask(url))
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
      expect(count).toBe(1)
    } finally {
      files.use = use
    }
  })
})
