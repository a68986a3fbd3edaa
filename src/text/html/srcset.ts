import { cleanUrl } from './url'

const longest = 4000

type Candidate = { url: string; descriptor: string }

/** The candidates that are valid in combination with the first one. */
export function cleanSrcset(value: string): string | undefined {
  const candidates = readCandidates(value)
  const unit = candidates[0] && unitOf(candidates[0])
  const seen = new Set<number>()
  const kept = candidates.flatMap((candidate) => {
    const url = cleanUrl(candidate.url, ['http', 'https'])
    const size = Number.parseFloat(candidate.descriptor || '1')
    if (!url || unitOf(candidate) !== unit || seen.has(size)) return []
    seen.add(size)
    return [`${url}${candidate.descriptor && ` ${candidate.descriptor}`}`]
  })
  return kept.length > 0 ? kept.join(', ') : undefined
}

/** `sizes` is required with width descriptors, and not allowed with others. */
export function cleanSizes(sizes: string | undefined, srcset: string): string | undefined {
  const [first] = readCandidates(srcset)
  if (!first || unitOf(first) === 'x') return undefined
  return sizes !== undefined && sizes.length < 500 && validSizes.test(sizes.trim()) ? sizes : '100vw'
}

/** The well-formed candidates with a safe URL. */
function readCandidates(value: string): Candidate[] {
  if (value.length > longest) return []
  return [...value.matchAll(/[\s,]*(\S*[^\s,])(?:\s+([^,]*))?(?:,|$)/g)].flatMap(([, url = '', description = '']) => {
    const descriptor = description.trim()
    const isSize = /^(?:\d+w|\d+(?:\.\d+)?x)$/.test(descriptor) && Number.parseFloat(descriptor) > 0
    const isValid = descriptor === '' || isSize
    return isValid && cleanUrl(url, ['http', 'https']) ? [{ url, descriptor }] : []
  })
}

const unitOf = ({ descriptor }: Candidate) => (descriptor.endsWith('w') ? 'w' : 'x')

const length = String.raw`(?:0|\d*\.?\d+(?:px|r?em|ex|ch|v[wh]|vmin|vmax|cm|mm|in|pt|pc)|calc\([\d\s.+*/()a-z-]+\))`
const feature = String.raw`\(\s*(?:min|max)-(?:width|height)\s*:\s*${length}\s*\)`
const condition = String.raw`(?:not\s+)?${feature}(?:\s+and\s+${feature})*`
const validSizes = new RegExp(`^(?:${condition}\\s+${length}\\s*,\\s*)*${length}$`, 'i')
