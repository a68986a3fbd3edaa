import type { Feature } from '#platform/feature'
import { sweepAssets } from './store'
import { assets } from './table'

export const assetsFeature: Feature = {
  content: { staying: [assets] },
  jobs: [{ name: 'sweep old build assets', every: 3_600_000, erases: true, run: sweepAssets }],
}
