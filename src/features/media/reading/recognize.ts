import { decodeXml } from '#text/encoding'
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
