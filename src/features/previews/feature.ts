import type { Feature } from '#base/feature'
import { sweepPreviews } from './store'

/** The links themselves are made and answered where all kinds of pages are known. */
export const previews: Feature = {
  due: [{ name: 'sweep previews', every: 60 * 60_000, run: sweepPreviews }],
}
