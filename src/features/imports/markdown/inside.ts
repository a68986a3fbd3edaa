import { posix } from 'node:path'

const picture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

export const isPicture = (name: string): boolean => picture.test(name)
/** What the library takes. */
export const isMedia = (name: string): boolean => isPicture(name) || /\.pdf$/i.test(name)

/** Folders whose files the old site showed at its root. */
const roots = ['', 'static/', 'public/', 'assets/', 'source/', 'src/', 'src/assets/', 'content/', 'docs/']

/** Finds the file of an archive that an address means, from the file that names it. */
export function createFind(names: readonly string[]): (address: string, from: string) => string | undefined {
  const known = new Set(names)
  const ends = names.flatMap((name) => endsOf(name).map((end) => ({ name, end })))
  const byEnd = Map.groupBy(ends, ({ end }) => end)
  return (address, from) => {
    if (/^(?:[a-z][\w+.-]*:|\/\/|#)/i.test(address)) return undefined
    const path = readable(address.replace(/[?#].*$/, ''))
    if (path === '') return undefined
    const rest = path.replace(/^(?:[@~]\/|\/+)/, '')
    const beside = path.startsWith('/') ? [] : [posix.join(posix.dirname(from), path)]
    const found = [...beside, ...roots.map((root) => root + posix.normalize(rest))].find((name) => known.has(name))
    if (found !== undefined) return found
    // A text may name a file wherever it lies, and another one without its ending.
    const last = rest.split('/').at(-1) ?? ''
    const named =
      last === '' ? [] : ['', '.md', '.markdown', '.mdx'].flatMap((ending) => byEnd.get(last + ending) ?? [])
    return named.length === 1 ? named[0]!.name : undefined
  }
}

/** A file that has a folder to itself is called by that too. */
function endsOf(name: string): string[] {
  const [last = '', folder] = name.split('/').toReversed()
  return folder !== undefined && /^index\.mdx?$/i.test(last) ? [last, `${folder}.md`] : [last]
}

/** The address of a file of an archive. */
export const insideAddress = (name: string): string => `/${name.split('/').map(encodeURIComponent).join('/')}`

function readable(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
