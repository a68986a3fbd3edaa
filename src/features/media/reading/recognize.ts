import type { Mime } from '../contract'
import { isPdf } from './pdf-ends'

/** File extensions by type, the default one first. */
export const ends: Record<Mime, readonly [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/gif': ['gif'],
  'image/svg+xml': ['svg'],
  'application/pdf': ['pdf'],
}

/** Bytes at the beginning: an SVG may start with long comments. */
const head = 16 * 1024

/** undefined for other types. The file may still be damaged. */
export async function recognize(path: string): Promise<Mime | undefined> {
  return mimeOf(Buffer.from(await Bun.file(path).slice(0, head).bytes()))
}

function mimeOf(bytes: Buffer): Mime | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  if (isPdf(bytes)) return 'application/pdf'
  if (text(4, 8) === 'ftyp') return isAvif(bytes) ? 'image/avif' : undefined
  return isSvg(decodeXml(bytes)) ? 'image/svg+xml' : undefined
}

/** The brand of the file, or one of its compatible brands. */
function isAvif(bytes: Buffer): boolean {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = bytes.toString('latin1', 8, end).match(/.{4}/gs) ?? []
  return brands.includes('avif') || brands.includes('avis')
}

/** Skips the prolog before the first element. */
function isSvg(text: string): boolean {
  const rest = text.replace(/^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)+/i, '')
  return /^<(?:[\w.-]+:)?svg[\s>/]/i.test(rest)
}

/**
 * The text of an XML file, in the encoding that its first bytes or its declaration say. Whatever that is, what is parsed
 * and served is this text.
 */
export const decodeXml = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes)

/** Bytes that contain the declaration. */
const declarationHead = 1024

function encodingOf(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, declarationHead)).toString('latin1')
  if (/^\xff\xfe|^(?:\s\0)*<\0/.test(start)) return 'utf-16le'
  if (/^\xfe\xff|^(?:\0\s)*\0</.test(start)) return 'utf-16be'
  const [, declared = ''] = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? []
  return isOfBytes(declared) ? declared : 'utf-8'
}

/** Whether it is a known encoding in which the declaration could be read. */
function isOfBytes(label: string): boolean {
  try {
    return !new TextDecoder(label).encoding.startsWith('utf-16')
  } catch {
    return false
  }
}
