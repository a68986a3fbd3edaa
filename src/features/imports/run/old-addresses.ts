import type { ImportedRecord } from '../reading/reader'
import type { ImportRow } from '../store'
import { readAddress } from '#i18n/addresses/href'
import { decoded, normalSpelling, withEnd } from '#text/urls'

/** A placeholder host for files inside an archive. */
const inside = 'import.invalid'

/** The base URL of links in a record. */
export function baseOf({ host }: Pick<ImportRow, 'host'>, { paths }: Pick<ImportedRecord, 'paths'>): string {
  const root = rootOf(host)
  return URL.parse(paths[0] ?? '', root)?.href ?? root
}

/** The URL of a site; without a host, that of the files in an archive. The first host is its own, others have its pictures. */
export const rootOf = (host: string) => `https://${hostsOf(host)[0]}/`
const hostsOf = (host: string): string[] => (host === '' ? [inside] : host.split(' '))

/** Whether it can be loaded by HTTP: files in an archive cannot. */
export const isOutside = (address: string): boolean =>
  /^https?:/i.test(address) && URL.canParse(address) && new URL(address).hostname !== inside

/** Whether a URL is on one of the export's own hosts, with or without `www`. */
export const isOwnHost = (url: URL, host: string): boolean => hostsOf(host).some((one) => bare(url.host) === bare(one))

/**
 * A normalized key of an old URL: the same for `http` and `https`, with and without a trailing slash. undefined for
 * other hosts.
 */
export function oldKey({ host }: Pick<ImportRow, 'host'>, address: string, base?: string): string | undefined {
  const url = URL.parse(address, base ?? rootOf(host))
  if (!url || !/^https?:$/.test(url.protocol) || !isOwnHost(url, host)) return undefined
  const query = ['p', 'page_id', 'attachment_id'].flatMap((name) => {
    const value = url.searchParams.get(name)
    return value === null ? [] : [`${name}=${value}`]
  })
  return `${decoded(withoutRepeats(url.pathname)).normalize('NFC').replace(/\/+$/, '') || '/'}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Archives refer to files relative to the text, or from their root. */
export const oldKeys = (row: Pick<ImportRow, 'host'>, address: string, base: string): string[] =>
  [oldKey(row, address, base), oldKey(row, address)].filter((key) => key !== undefined)

/** The old path of a URL; undefined if it cannot be redirected. */
function oldPath(row: Pick<ImportRow, 'host'>, address: string): string | undefined {
  const url = URL.parse(address, rootOf(row.host))
  if (!url || !isOwnHost(url, row.host) || url.search !== '') return undefined
  return url.pathname === '/' || /\.(?:md|markdown)$/i.test(url.pathname) ? undefined : withoutRepeats(url.pathname)
}

/** Servers read several slashes as one. */
const withoutRepeats = (path: string): string => path.replaceAll(/\/{2,}/g, '/')

/** The old paths of a record that lead elsewhere than to its new one. */
export const oldPathsOf = (row: Pick<ImportRow, 'host'>, paths: readonly string[], newPath: string): string[] =>
  paths
    .flatMap((path) => oldPath(row, path) ?? [])
    .filter((path) => readAddress(withEnd(normalSpelling(path))).path !== newPath)

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')
