import { isRecord, parseJson } from '#text/parse-json'
import type { FoundLink } from '../table'

/** In HTML as it is stored: `<`, `>` and quotes are escaped in attributes. */
const inTags = /<(?:a|img|blockquote|q)\s[^>]*?\b(?:href|src|cite)="([^"]*)"/g
const isAddress = /^(?:https?:\/\/[^\s<>"]+|\/(?![/\\])[^\s<>"]*)$/i
/** More than any field takes. */
const longest = 4096

/** Every address of a page or a site that the fields of a record name, each once in each field. */
export function linksIn(values: unknown): FoundLink[] {
  const found = fieldsWithin(values, '').flatMap(({ field, text }) => addressesIn(text).map((url) => ({ url, field })))
  return [...new Map(found.map((link) => [`${link.field} ${link.url}`, link])).values()]
}

type FieldText = { field: string; text: string }

function fieldsWithin(value: unknown, field: string): FieldText[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (Array.isArray(value)) return value.flatMap((part, at) => fieldsWithin(part, join(field, nameIn(part, at))))
  // What visitors do not see yet.
  if (!isRecord(value) || value.hidden === true) return []
  return Object.entries(value).flatMap(([name, part]) => fieldsWithin(part, join(field, name)))
}

/** Blocks are named by their ids, rows by their places, as editors name them. */
const nameIn = (part: unknown, at: number) =>
  isRecord(part) && typeof part.id === 'string' && typeof part.type === 'string' ? part.id : String(at)

const join = (field: string, name: string) => (field === '' ? name : `${field}.${name}`)

function addressesIn(text: string): string[] {
  // What holds a text and more beside it, as JSON: both belong to the field.
  const packed = text.trimStart().startsWith('{"') ? parseJson(text) : undefined
  if (isRecord(packed)) return fieldsWithin(packed, '').flatMap((part) => addressesIn(part.text))
  const named = text.includes('<')
    ? [...text.matchAll(inTags)].map(([, address = '']) => unescaped(address))
    : // `{host}` stands for the site's own origin in SEO fields.
      [text.trim().replace(/^\{host\}/, '')]
  return named.filter((address) => address.length <= longest && isAddress.test(address) && isReadable(address))
}

const isReadable = (address: string) => URL.canParse(address, 'http://site.invalid')

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
