import { createReadStream } from 'node:fs'
import { SaxesParser } from 'saxes'
import { collectGarbageAfter } from '#platform/garbage-collection'
import { unreadable } from '../reading/reader'
import { encodingOf } from '../decode-text'
import { entityCharacter } from '../reading/plain-text'
import { mendXml } from './mend-xml'

/** The texts of an element's children by name; `terms` and `meta` may occur several times in an item. */
export type WxrElement = {
  element: 'channel' | 'author' | 'term' | 'item'
  fields: Readonly<Record<string, string>>
  terms: readonly { domain: string; slug: string; name: string }[]
  meta: ReadonlyMap<string, string>
  comments: number
}

const wholes: Readonly<Record<string, WxrElement['element']>> = {
  item: 'item',
  'wp:author': 'author',
  'wp:term': 'term',
}
const deepest = 100
const pieceLength = 1024 * 1024

/**
 * Streams the items and authors of an export in order, and at the end the channel itself. Throws 422 if it is no such
 * export.
 */
export async function* readElements(path: string): AsyncGenerator<WxrElement> {
  const read: WxrElement[] = []
  const parser = openParser((element) => read.push(element))
  const parsed = collectGarbageAfter()
  for await (const piece of mendXml(textOf(path))) {
    // Characters that are invalid in XML, but written by WordPress if somebody has pasted them.
    parser.write(piece.replaceAll(/[^\t\n\r\u0020-\ufffd]/g, ''))
    parsed(piece.length)
    yield* read.splice(0)
  }
  parser.close()
  yield* read.splice(0)
}

/** In the encoding that the file tells. */
async function* textOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(await Bun.file(path).slice(0, 1024).bytes()))
  for await (const piece of createReadStream(path, { highWaterMark: pieceLength }))
    yield decoder.decode(piece as Uint8Array, { stream: true })
  yield decoder.decode()
}

type Open = Omit<WxrElement, 'element' | 'fields' | 'terms' | 'meta'> & {
  fields: Record<string, string>
  terms: WxrElement['terms'][number][]
  meta: Map<string, string>
}
const newOpen = (): Open => ({ fields: Object.create(null), terms: [], meta: new Map(), comments: 0 })

/** Those of HTML as well. */
const namedEntities: Record<string, string> = new Proxy(
  {},
  { get: (_, name) => (typeof name === 'string' ? entityCharacter(name) : undefined) },
)

function openParser(found: (element: WxrElement) => void): SaxesParser {
  const parser = new SaxesParser<{ position: false }>({ position: false })
  const channel = newOpen()
  const path: string[] = []
  let whole: Open | undefined
  let text = ''
  let term = { domain: '', slug: '' }
  let metaKey = ''
  let isEnded = false
  parser.ENTITIES = namedEntities
  parser.on('doctype', () => {
    throw unreadable('validation.importDoctype')
  })
  parser.on('error', () => {
    // What is printed below the export is ignored.
    if (!isEnded) throw unreadable('validation.importDamaged')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (isEnded) return
    if (path.length === 0 && name !== 'rss') throw unreadable('validation.importUnknown')
    if (path.length === deepest) throw unreadable('validation.importDamaged')
    path.push(name)
    text = ''
    if (path.length === 3 && name in wholes) whole = newOpen()
    if (path.length === 4 && name === 'category')
      term = { domain: String(attributes.domain ?? ''), slug: String(attributes.nicename ?? '') }
    if (path.length === 4 && name === 'wp:postmeta') metaKey = ''
  })
  const takeText = (piece: string) => void (text += piece)
  parser.on('text', takeText)
  parser.on('cdata', takeText)
  parser.on('closetag', ({ name }) => {
    if (isEnded) return
    if (path.length === 3) {
      const element = whole && wholes[name]
      if (whole && element) found({ element, ...whole })
      else channel.fields[name] ??= text
      whole = undefined
    } else if (whole && path.length === 4) {
      if (name === 'category') whole.terms.push({ ...term, name: text })
      else if (name === 'wp:comment') whole.comments++
      else whole.fields[name] ??= text
    } else if (whole && path.length === 5 && path[3] === 'wp:postmeta') {
      if (name === 'wp:meta_key') metaKey = text
      else if (name === 'wp:meta_value' && !whole.meta.has(metaKey)) whole.meta.set(metaKey, text)
    }
    path.pop()
    text = ''
    isEnded = path.length === 0
  })
  parser.on('end', () => {
    if (!('wp:wxr_version' in channel.fields)) throw unreadable('validation.importUnknown')
    found({ element: 'channel', ...channel })
  })
  return parser
}
