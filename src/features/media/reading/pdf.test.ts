import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { cleanPdf } from './pdf'

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
