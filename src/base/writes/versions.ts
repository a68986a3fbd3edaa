import { stale } from '#base/http-error'

/** The versions that an `If-Match` allows: undefined when there is none, empty when it names none that could exist. */
export type Expected = 'any' | number[] | undefined

export function expectedVersions(request: Request): Expected {
  const header = request.headers.get('if-match')
  if (header === null) return undefined
  if (header.trim() === '*') return 'any'
  return header.split(',').flatMap((tag) => {
    const digits = /^\s*(?:W\/)?"(\d{1,10})"\s*$/.exec(tag)?.[1]
    return digits === undefined ? [] : [Number(digits)]
  })
}

/** Throws 412 when the record (undefined: there is none) is not of an expected version. */
export function checkVersion(version: number | undefined, expected: Expected): void {
  const isFine = expected === undefined || (version !== undefined && (expected === 'any' || expected.includes(version)))
  if (!isFine) throw stale()
}

export const versionTag = (version: number): string => `"${version}"`
