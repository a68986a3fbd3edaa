import { stale } from '#contract/http-error'

/** A version in `If-Match`; with `draft` the version of the record's draft has to match too. */
type Allowed = { version: number; draft?: number }

/** undefined without `If-Match`, empty if it contains no possible version. */
export type Expected = 'any' | Allowed[] | undefined

/** The parts of a record that its ETag covers: for editors the draft too. */
type Versioned = { version: number; draft?: { version: number } | null }

export function expectedVersions(request: Request): Expected {
  const header = request.headers.get('if-match')
  if (header === null) return undefined
  if (header.trim() === '*') return 'any'
  return header.split(',').flatMap((tag) => {
    const [, version, draft] = /^\s*(?:W\/)?"(\d{1,10})(?:\.(\d{1,10}))?(?:-[\da-z]{1,20})?"\s*$/.exec(tag) ?? []
    return version === undefined
      ? []
      : [{ version: Number(version), ...(draft === undefined ? {} : { draft: Number(draft) }) }]
  })
}

/** Throws 412 unless the record (undefined: there is none) has an expected version. */
export function checkVersion(version: number | undefined, expected: Expected, draft = 0): void {
  const fits = (allowed: Allowed) => allowed.version === version && (allowed.draft ?? draft) === draft
  const isFine = expected === undefined || (version !== undefined && (expected === 'any' || expected.some(fits)))
  if (!isFine) throw stale()
}

export const versionTag = (record: Versioned): string =>
  record.draft === undefined ? `"${record.version}"` : `"${record.version}.${record.draft?.version ?? 0}"`

export const hasVersion = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'number'
