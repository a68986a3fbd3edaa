import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { cleanPdf } from './clean'
import { isPdf, wholePdf } from './pdf-ends'

const camera = { IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } }

async function drawn() {
  const document = await PDFDocument.create()
  document.setAuthor('Ada Secret')
  document.setProducer('Secret Writer')
  document.setCreationDate(new Date('2026-01-02'))
  const page = document.addPage()
  page.drawText('hello')
  const photograph = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#369' } })
    .withExif(camera)
    .jpeg()
    .toBuffer()
  page.drawImage(await document.embedJpg(photograph))
  const told = document.context.stream('<x:xmpmeta>Ada Secret</x:xmpmeta>', { Type: 'Metadata', Subtype: 'XML' })
  document.catalog.set(PDFName.of('Metadata'), document.context.register(told))
  return document
}
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const secrets = (bytes: Uint8Array) => ['Camera', 'xmpmeta', '/Info'].filter((one) => latin(bytes).includes(one))

describe('a document', () => {
  test.each([true, false])(
    'loses its personal metadata, and keeps its appearance; compressed: %s',
    async (useObjectStreams) => {
      const sent = await (await drawn()).save({ useObjectStreams })
      expect(secrets(sent)).toEqual(['Camera', 'xmpmeta', '/Info'])
      const read = await PDFDocument.load(sent, { updateMetadata: false })
      expect([read.getAuthor(), read.getProducer()]).toEqual(['Ada Secret', 'Secret Writer'])

      const clean = await cleanPdf(sent)
      expect(secrets(clean)).toEqual([])
      const now = await PDFDocument.load(clean, { updateMetadata: false })
      expect([now.getAuthor(), now.getProducer(), now.getCreationDate()]).toEqual([undefined, undefined, undefined])
      expect(now.getPageCount()).toBe(1)
      const [page] = now.getPages()
      expect(page?.node.Resources()?.toString()).toContain('/XObject')
      const [start] = /\xff\xd8\xff/.exec(latin(clean)) ?? []
      expect(start).toBeDefined()
    },
  )

  test('that is signed stays unchanged, since a change would break the signature', async () => {
    const document = await drawn()
    document.context.register(document.context.obj({ Type: 'Sig', ByteRange: [0, 1, 2, 3] }))
    const sent = await document.save({ useObjectStreams: false })
    expect(await cleanPdf(sent)).toBe(sent)
  })

  test('that cannot be parsed stays unchanged', async () => {
    const encrypted = await drawn()
    encrypted.encrypt({ ownerPassword: 'secret', userPassword: 'secret' })
    for (const sent of [
      await encrypted.save(),
      Buffer.from('%PDF-1.4\n/JavaScript\n%%EOF\n'),
      Buffer.from('%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 9 0 R>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    ])
      expect(await cleanPdf(sent)).toBe(sent)
  })
})

test('a document with two generations of an object stays unchanged, because it could not be read afterwards', async () => {
  const sent = latin(await (await drawn()).save({ useObjectStreams: false }))
  const [, root = ''] = /\/Root (\d+) 0 R/.exec(sent) ?? []
  const [, catalog = ''] = new RegExp(`\\n${root} 0 obj\\n([^]*?endobj\\n)`).exec(sent) ?? []
  const [, size] = /\/Size (\d+)/.exec(sent) ?? []
  const [, before] = /startxref\s+(\d+)/.exec(sent) ?? []
  expect(catalog).toContain('/Catalog')
  const update = `${root} 1 obj\n${catalog}`
  const entry = `${String(sent.length).padStart(10, '0')} 00001 n `
  const table = `xref\n${root} 1\n${entry}\ntrailer\n<</Size ${size} /Root ${root} 1 R /Prev ${before}>>\n`
  const file = Buffer.from(`${sent}${update}${table}startxref\n${sent.length + update.length}\n%%EOF\n`, 'latin1')
  expect(latin(await cleanPdf(file))).toBe(latin(file))
})

describe('what other programs leave around a document', () => {
  const text = (value: string) => Buffer.from(value, 'latin1')
  const http = text('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nLink: <https://a.test/>; rel=next\r\n\r\n')
  const whole = async (useObjectStreams: boolean) => Buffer.from(await (await drawn()).save({ useObjectStreams }))

  test.each([true, false])('is removed, and the document stays readable; compressed: %s', async (compressed) => {
    const sent = await whole(compressed)
    const end = sent.lastIndexOf('%%EOF')
    const around: Record<string, Buffer> = {
      'byte order mark': Buffer.concat([text('\xef\xbb\xbf'), sent]),
      'line breaks': Buffer.concat([text('\r\n\n'), sent]),
      'HTTP response': Buffer.concat([http, sent]),
      'the last byte where a header may begin': Buffer.concat([text(' '.repeat(1023)), sent]),
      remark: Buffer.concat([sent, text('remark\n')]),
      zeros: Buffer.concat([sent, Buffer.alloc(5000)]),
      'no end mark': sent.subarray(0, end),
      'half an end mark': sent.subarray(0, end + 3),
      'all of it': Buffer.concat([http, sent.subarray(0, end), text('% remark')]),
    }
    for (const [name, file] of Object.entries(around)) {
      expect([name, isPdf(file)]).toEqual([name, true])
      for (const bytes of [wholePdf(file), await cleanPdf(file)]) {
        const written = latin(bytes)
        expect([name, written.slice(0, 5), /%%EOF\s*$/.test(written)]).toEqual([name, '%PDF-', true])
        expect([name, /HTTP|remark|\0$/.test(written)]).toEqual([name, false])
        const [, position] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(written) ?? []
        expect([name, written.slice(Number(position))]).toEqual([name, expect.stringMatching(/^(xref|\d+ \d+ obj)/)])
        expect([name, (await PDFDocument.load(bytes)).getPageCount()]).toEqual([name, 1])
      }
    }
  })

  test('is replaced by blanks where positions count it and the document may not be rewritten', async () => {
    const document = await drawn()
    document.encrypt({ ownerPassword: 'secret', userPassword: 'secret' })
    const sent = latin(await document.save({ useObjectStreams: false }))
    const counted = (position: string) => String(Number(position) + http.length)
    const shifted = sent
      .replace(/\d{10}(?= \d{5} n)/g, (position) => counted(position).padStart(10, '0'))
      .replace(/(?<=startxref\s+)\d+/, counted)
    const clean = latin(await cleanPdf(Buffer.concat([http, text(shifted)])))
    expect(clean).toStartWith('%PDF-')
    expect(clean).not.toContain('HTTP')
    const [, position] = /startxref\s+(\d+)/.exec(clean) ?? []
    expect(clean.slice(Number(position), Number(position) + 4)).toBe('xref')
    const unshifted = latin(await cleanPdf(Buffer.concat([http, text(sent)])))
    expect(unshifted).toBe(sent)
  })

  test('makes no PDF of another file', async () => {
    const sent = await whole(false)
    for (const before of [
      '<!DOCTYPE html><title>a</title>\n',
      '\n<script>alert(1)</script>',
      '<?xml version="1.0"?>',
      'PK\x03\x04',
      'MZ\x90\0\x03',
      ' '.repeat(1024),
    ])
      expect([before, isPdf(Buffer.concat([text(before), sent]))]).toEqual([before, false])
    expect(isPdf(sent)).toBe(true)
  })

  test('does not make a part of a document a whole one', async () => {
    const sent = await whole(false)
    const end = sent.lastIndexOf('%%EOF')
    const reference = sent.lastIndexOf('startxref')
    const newer = Buffer.concat([sent, text('11 0 obj\n<</Type /Page>>\nendobj\n')])
    const forTheWeb = text('%PDF-1.7\n1 0 obj\n<</Linearized 1 /L 9000>>\nendobj\nstartxref\n0\n%%EOF\n')
    const parts = [
      sent.subarray(0, end / 2),
      sent.subarray(0, reference + 11),
      sent.subarray(0, reference),
      newer,
      forTheWeb,
    ]
    for (const part of parts) expect(() => wholePdf(part)).toThrow('errors.unreadable')
    expect(() => wholePdf(Buffer.concat([sent, text('x'.repeat(1100))]))).toThrow('errors.unreadable')
  })
})
