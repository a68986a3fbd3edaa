import { type FileCache, openFileCache } from '#platform/storage/file-cache'
import { HttpError } from '#contract/http-error'
import { pictureProcessesAtRest } from '#platform/images/picture-processes'
import type { Services } from '#platform/services'
import { type Variant, variantsOf, obtainVariant, prewarmThumbnail, hasThumbnail, withoutThumbnail } from './variants'
import { toPicture } from '../library-picture'
import { findByHash } from '../stored-file'

/** The longest queue; variants of further pictures are made on request. */
const mostWaiting = 200
/** Thumbnails of the newest pictures that are made in advance: a few screens of the library. */
const mostThumbnails = 200
/** Milliseconds between two searches for missing thumbnails, if the library has changed and if not. */
const shortestInterval = 60_000
const longestInterval = 3_600_000
/** The width of variants for phones, in pixels. */
const small = 1120

/** The order over all queued pictures: variants for phones, then for larger screens; AVIF last. */
const steps: readonly ((variant: Variant) => boolean)[] = [
  ({ frame }) => frame.type === 'webp' && frame.width <= small,
  ({ frame }) => frame.type === 'avif' && frame.width <= small,
  ({ frame }) => frame.type === 'webp' && frame.width > small,
  ({ frame }) => frame.type === 'avif' && frame.width > small,
]

type Waiting = { hash: string; step: number }
type Queues = {
  /** The queue of new pictures, ordered by step. */
  variants: Waiting[]
  /** Pictures without thumbnails, in the order of the list. */
  thumbnails: string[]
  /** When they were last determined, and for which state of the library. */
  scan?: { at: number; stamp: string }
}
type Needs = Pick<Services, 'config' | 'db' | 'files' | 'cacheTags' | 'stopping'>

/** By `dataDir`. */
const queues = new Map<string, Queues>()

/** Queues the variants of a file. */
export function queueVariants({ config, wakes }: Pick<Services, 'config' | 'wakes'>, hash: string): void {
  add(queuesOf(config.dataDir), { hash, step: 0 })
  wakes.wake('pictures')
}

/** Milliseconds until a picture is queued, or missing thumbnails are searched for. */
export function untilPrewarm({ config, cacheTags }: Pick<Services, 'config' | 'cacheTags'>): number {
  const queued = queuesOf(config.dataDir)
  return queued.variants.length + queued.thumbnails.length > 0 ? 0 : untilScan(queued, cacheTags.stamp(['media']))
}

/**
 * Prewarms the picture cache, one file at a time while no request waits for another: the variants of new pictures, then
 * missing thumbnails (after a restore, for example). Variants left undone by a restart are made on request.
 */
export async function prewarmPictures(services: Needs): Promise<void> {
  const { config, files, stopping } = services
  const cache = openFileCache(config)
  const queued = queuesOf(config.dataDir)

  await findMissingThumbnails(queued, cache, services)
  while (!stopping.aborted) {
    const next = queued.variants.shift()
    if (next) {
      // The error is reported to the request for the variant.
      await makeStep(next, cache, services).catch(() => {})
      if (next.step + 1 < steps.length) add(queued, { ...next, step: next.step + 1 })
    } else {
      const hash = queued.thumbnails.shift()
      if (hash === undefined) return
      await pictureProcessesAtRest()
      if (stopping.aborted) return
      await prewarmThumbnail(cache, hash, (make) => files.use(hash, make)).catch((error) => giveUp(queued, error))
    }
  }
}

async function findMissingThumbnails(queued: Queues, cache: FileCache, { db, cacheTags }: Needs) {
  const stamp = cacheTags.stamp(['media'])
  if (untilScan(queued, stamp) > 0) return
  queued.scan = { at: performance.now(), stamp }
  queued.thumbnails = await withoutThumbnail(cache, db, mostThumbnails)
}

function untilScan({ scan }: Queues, stamp: string): number {
  if (!scan) return 0
  return scan.at + (stamp === scan.stamp ? longestInterval : shortestInterval) - performance.now()
}

/** An unreachable file store is retried at the next run. */
function giveUp(queued: Queues, error: unknown) {
  if (!(error instanceof HttpError) || error.status !== 503) return
  queued.thumbnails = []
  queued.scan = { at: performance.now(), stamp: '' }
}

async function makeStep({ hash, step }: Waiting, cache: FileCache, { db, files, stopping }: Needs) {
  const row = await findByHash(db, hash)
  const picture = row && toPicture(row)
  const variants = picture ? variantsOf(picture).filter((variant) => steps[step]?.(variant)) : []
  if (!row || !picture || variants.length === 0) return
  await files.use(hash, async (from) => {
    if (step === 0 && hasThumbnail(row)) {
      await pictureProcessesAtRest()
      await prewarmThumbnail(cache, hash, (make) => make(from))
    }
    for (const variant of variants) {
      await pictureProcessesAtRest()
      if (stopping.aborted) return
      await obtainVariant(cache, picture, variant, (make) => make(from))
    }
  })
}

/** After those of the same priority. */
function add({ variants: waiting }: Queues, one: Waiting) {
  if (waiting.some(({ hash, step }) => hash === one.hash && step === one.step)) return
  const at = waiting.findIndex(({ step }) => step > one.step)
  waiting.splice(at === -1 ? waiting.length : at, 0, one)
  waiting.splice(mostWaiting)
}

function queuesOf(dataDir: string): Queues {
  const found = queues.get(dataDir) ?? { variants: [], thumbnails: [] }
  queues.set(dataDir, found)
  return found
}
