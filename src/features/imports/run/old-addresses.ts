import type { ImportedRecord } from '../payload'
import type { ImportRow } from '../store'

/** Where what has no host of its own lies: the inside of an archive. */
const inside = 'import.invalid'

/** The address that the links of a record are relative to. */
export function baseOf({ host }: Pick<ImportRow, 'host'>, { paths }: Pick<ImportedRecord, 'paths'>): string {
  const root = rootOf(host)
  const [first = ''] = paths
  return URL.canParse(first, root) ? new URL(first, root).href : root
}

const rootOf = (host: string) => `https://${host === '' ? inside : host}/`

/** Whether it can be fetched at all: what lies in an archive cannot. */
export const isOutside = (address: string): boolean =>
  /^https?:/i.test(address) && URL.canParse(address) && new URL(address).hostname !== inside

/** Whether an address is one of the export's own host, with or without `www`. */
export const isOwnHost = (url: URL, host: string): boolean => bare(url.host) === bare(host === '' ? inside : host)

/**
 * What the old site had at an address, however it is written: the same for `http` and `https`, with and without the
 * slash at its end. undefined for what is elsewhere.
 */
export function oldKey({ host }: Pick<ImportRow, 'host'>, address: string, base?: string): string | undefined {
  if (!URL.canParse(address, base ?? rootOf(host))) return undefined
  const url = new URL(address, base ?? rootOf(host))
  if (!/^https?:$/.test(url.protocol) || !isOwnHost(url, host)) return undefined
  const query = ['p', 'page_id', 'attachment_id'].flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [`${name}=${value}`]
  })
  return `${readable(url.pathname).replace(/\/+$/, '') || '/'}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Archives name their files from where a text lies, or from their root. */
export const oldKeys = (row: Pick<ImportRow, 'host'>, address: string, base: string): string[] =>
  [oldKey(row, address, base), oldKey(row, address)].filter((key) => key !== undefined)

/** The path that visitors of the old site asked for; undefined for what no redirect can begin at. */
export function oldPath(row: Pick<ImportRow, 'host'>, address: string): string | undefined {
  const root = rootOf(row.host)
  if (!URL.canParse(address, root)) return undefined
  const url = new URL(address, root)
  if (
    !isOwnHost(url, row.host) ||
    url.search !== '' ||
    url.pathname === '/' ||
    /\.(?:md|markdown)$/i.test(url.pathname)
  )
    return undefined
  return url.pathname
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
