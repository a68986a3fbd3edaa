import type { MadeFiles } from '#platform/storage/made-files'
import type { Config } from '#platform/config'
import { HttpError } from '#contract/http-error'
import { pictureProcessesAtRest } from '#platform/images/picture-processes'
import type { Services } from '#platform/services'
import { type Form, formsOf, obtainForm, pictureOf } from './variants'
import { madeFiles } from '#platform/storage/open-made-files'
import { findByHash } from '#features/media/store'
import { prewarmThumbnail, hasThumbnail, withoutThumbnail } from './thumbnails'

/** The longest queue; variants of further pictures are made on request. */
const mostWaiting = 200
/** Thumbnails of the newest pictures that are made in advance: a few screens of the library. */
const mostThumbnails = 200
/** Milliseconds between two looks for thumbnails that are missing, where the library has changed and where it has not. */
const soonestLook = 60_000
const latestLook = 3_600_000
/** The width of variants for phones, in pixels. */
const small = 1120

/** The order over all queued pictures: variants for phones, then for larger screens; AVIF last. */
const steps: readonly ((form: Form) => boolean)[] = [
  ({ frame }) => frame.type === 'webp' && frame.width <= small,
  ({ frame }) => frame.type === 'avif' && frame.width <= small,
  ({ frame }) => frame.type === 'webp' && frame.width > small,
  ({ frame }) => frame.type === 'avif' && frame.width > small,
]

type Waiting = { hash: string; step: number }
type Ahead = {
  /** The queue of new pictures, ordered by step. */
  waiting: Waiting[]
  /** Pictures that lists show without their thumbnails, those that are seen first in front. */
  lacking: string[]
  /** When it was last looked which those are, and of what state of the library. */
  look?: { at: number; stamp: string }
}
type Place = Pick<Config, 'dataDir'>
type Needs = Pick<Services, 'config' | 'db' | 'files' | 'cacheTags' | 'stopping'>

const places = new Map<string, Ahead>()

/** Queues the variants of a file. */
export const expectForms = (place: Place, hash: string): void => add(aheadOf(place), { hash, step: 0 })

/**
 * Prewarms the picture cache, one file at a time while no request waits for another: the variants of new pictures, then
 * missing thumbnails (after a restore, for example). Variants left undone by a restart are made on request.
 */
export async function prewarmPictures(services: Needs): Promise<void> {
  const { config, files, stopping } = services
  const made = madeFiles(config)
  const ahead = aheadOf(config)

  await lookForThumbnails(ahead, made, services)
  while (!stopping.aborted) {
    const next = ahead.waiting.shift()
    if (next) {
      // The error is reported to the request for the variant.
      await makeStep(next, made, services).catch(() => {})
      if (next.step + 1 < steps.length) add(ahead, { ...next, step: next.step + 1 })
    } else {
      const hash = ahead.lacking.shift()
      if (hash === undefined) return
      await pictureProcessesAtRest()
      if (stopping.aborted) return
      await prewarmThumbnail(made, hash, (make) => files.use(hash, make)).catch((error) => giveUp(ahead, error))
    }
  }
}

async function lookForThumbnails(ahead: Ahead, made: MadeFiles, { db, cacheTags }: Needs) {
  const now = performance.now()
  const stamp = cacheTags.stamp(['media'])
  const age = now - (ahead.look?.at ?? Number.NEGATIVE_INFINITY)
  if (age < (stamp === ahead.look?.stamp ? latestLook : soonestLook)) return
  ahead.look = { at: now, stamp }
  ahead.lacking = await withoutThumbnail(made, db, mostThumbnails)
}

/** An unreachable file store is retried at the next run. */
function giveUp(ahead: Ahead, error: unknown) {
  if (!(error instanceof HttpError) || error.status !== 503) return
  ahead.lacking = []
  ahead.look = { at: performance.now(), stamp: '' }
}

async function makeStep({ hash, step }: Waiting, made: MadeFiles, { db, files, stopping }: Needs) {
  const row = await findByHash(db, hash)
  const picture = row && pictureOf(row)
  const forms = picture ? formsOf(picture).filter((form) => steps[step]?.(form)) : []
  if (!row || !picture || forms.length === 0) return
  await files.use(hash, async (from) => {
    if (step === 0 && hasThumbnail(row)) {
      await pictureProcessesAtRest()
      await prewarmThumbnail(made, hash, (make) => make(from))
    }
    for (const form of forms) {
      await pictureProcessesAtRest()
      if (stopping.aborted) return
      await obtainForm(made, { hash, picture, form }, (make) => make(from))
    }
  })
}

/** Behind those of the same step. */
function add({ waiting }: Ahead, one: Waiting) {
  if (waiting.some(({ hash, step }) => hash === one.hash && step === one.step)) return
  const at = waiting.findIndex(({ step }) => step > one.step)
  waiting.splice(at === -1 ? waiting.length : at, 0, one)
  waiting.splice(mostWaiting)
}

function aheadOf({ dataDir }: Place): Ahead {
  const ahead = places.get(dataDir) ?? { waiting: [], lacking: [] }
  places.set(dataDir, ahead)
  return ahead
}
