import { posix } from 'node:path'
import { decoded } from '../run/old-addresses'

/** Whether a file has a type of the library. */
export const isMedia = (name: string): boolean => /\.(?:avif|gif|jpe?g|pdf|png|svg|webp)$/i.test(name)

/** Folders whose files the old site served at its root. */
const roots = ['', 'static/', 'public/', 'assets/', 'source/', 'src/', 'src/assets/', 'content/', 'docs/']

/** Resolves a link in a file of an archive to another file of it. */
export function createFind(names: readonly string[]): (address: string, from: string) => string | undefined {
  const exact = new Map(names.map((name) => [name.normalize(), name]))
  // Several systems find files with other capitals.
  const lower = Map.groupBy(names, (name) => name.normalize().toLowerCase())
  const ends = names.flatMap((name) => endsOf(name).map((end) => ({ name, end: end.normalize().toLowerCase() })))
  const byEnd = Map.groupBy(ends, ({ end }) => end)
  return (address, from) => {
    if (/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(address)) return undefined
    const path = decoded(address.replace(/[?#].*$/, '')).normalize()
    if (path === '') return undefined
    const rest = path.replace(/^(?:[@~]\/|\/+)/, '')
    const beside = path.startsWith('/') ? [] : [posix.join(posix.dirname(from), path).normalize()]
    const places = [...beside, ...roots.map((root) => root + posix.normalize(rest))]
    const found =
      places.map((place) => exact.get(place)).find((name) => name !== undefined) ??
      places.map((place) => lower.get(place.toLowerCase())?.[0]).find((name) => name !== undefined)
    if (found !== undefined) return found
    // A text may refer to a file without its folder, or without its extension.
    const last = (rest.split('/').at(-1) ?? '').toLowerCase()
    const named =
      last === '' ? [] : ['', '.md', '.markdown', '.mdx', '.html'].flatMap((ending) => byEnd.get(last + ending) ?? [])
    return named.length === 1 ? named[0]!.name : undefined
  }
}

/** A file like `name/index.md` can also be referred to as `name`. */
function endsOf(name: string): string[] {
  const [last = '', folder] = name.split('/').toReversed()
  return folder !== undefined && /^index\.mdx?$/i.test(last) ? [last, `${folder}.md`] : [last]
}

/** The URL of a file in an archive. */
export const insideAddress = (name: string): string => `/${name.split('/').map(encodeURIComponent).join('/')}`
