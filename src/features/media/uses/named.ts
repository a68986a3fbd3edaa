import type { Config } from '#platform/config'
import { isRecord, parseJson } from '#text/parse-json'

/** An item that a field refers to. `host` is that of its URL, if absolute. */
export type Named = { id: number; field: string; host?: string; name: string }

const ofSite = /(?<![\w.~%/:@-])\/media\/(?<id>[1-9]\d{0,9})\/(?<name>[^\s"'<>?#/,)\\]*)/g
const ofHost = /(?<host>https?:\/\/[^\s"'<>/\\]+)\/media\/(?<id>[1-9]\d{0,9})\/(?<name>[^\s"'<>?#/,)\\]*)/gi

/** Every item whose URL occurs in the fields of a record. */
export function namedIn(values: unknown, field = ''): Named[] {
  if (typeof values === 'string') return inText(values, field)
  if (Array.isArray(values)) return values.flatMap((part, at) => namedIn(part, join(field, String(at))))
  if (!isRecord(values)) return []
  return Object.entries(values).flatMap(([name, part]) => namedIn(part, join(field, name)))
}

function inText(text: string, field: string): Named[] {
  if (!text.includes('/media/')) return []
  // A field may be JSON with a text and metadata: both belong to the field.
  const packed = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  if (isRecord(packed))
    return Object.values(packed).flatMap((part) => namedIn(part).map((named) => ({ ...named, field })))
  return [...text.matchAll(ofSite), ...text.matchAll(ofHost)].flatMap(({ groups = {} }) => {
    const id = Number(groups.id)
    return id > 2_147_483_647
      ? []
      : [{ id, field, name: groups.name ?? '', ...(groups.host ? { host: groups.host } : {}) }]
  })
}

/** Whether it is referred to by a path, or by a URL of the site itself, also at an address that it had before. */
export const isOwn = (
  { host }: Pick<Named, 'host'>,
  { siteUrl, formerHosts = [] }: Pick<Config, 'siteUrl' | 'formerHosts'>,
): boolean =>
  host === undefined ||
  host.toLowerCase() === siteUrl?.toLowerCase() ||
  formerHosts.includes(host.toLowerCase().replace(/^https?:\/\//, ''))

const join = (field: string, name: string) => (field === '' ? name : `${field}.${name}`)
