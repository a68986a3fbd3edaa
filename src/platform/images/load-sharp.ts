export type MakeSharp = (typeof import('sharp'))['default']

let loaded: Promise<MakeSharp> | undefined

/** The library is large, and comes when it is first needed. One thread a picture: visitors keep their core. */
export function loadSharp(): Promise<MakeSharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loaded
}
