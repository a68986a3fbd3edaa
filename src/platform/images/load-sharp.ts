export type MakeSharp = (typeof import('sharp'))['default']

let loaded: Promise<MakeSharp> | undefined

/** Loaded on first use, because it is large. One thread per picture, to leave a core for visitors. */
export function loadSharp(): Promise<MakeSharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}
