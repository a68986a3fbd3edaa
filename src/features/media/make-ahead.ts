import { pictureProcessesAtRest } from '#base/pictures/picture-processes'
import type { Config } from '#base/config'
import type { Services } from '#base/services'
import { type Form, formsOf, obtainForm, pictureOf } from './forms'
import { madeFiles } from './made'
import { findByHash } from './store'

/** Pictures that may wait; of more the last ones are made when somebody asks for them. */
const mostWaiting = 200
/** In pixels: what phones ask for. */
const small = 1120

/** What is made first, of all pictures that wait: what a phone shows, then what larger screens do; AVIF follows. */
const steps: readonly ((form: Form) => boolean)[] = [
  ({ frame }) => frame.type === 'webp' && frame.width <= small,
  ({ frame }) => frame.type === 'avif' && frame.width <= small,
  ({ frame }) => frame.type === 'webp' && frame.width > small,
  ({ frame }) => frame.type === 'avif' && frame.width > small,
]

type Waiting = { hash: string; step: number }
type Place = Pick<Config, 'dataDir'>

const queues = new Map<string, Waiting[]>()

/** The sizes of the file with this hash are worth making before somebody asks. */
export const expectForms = (place: Place, hash: string): void => add(place, { hash, step: 0 })

/**
 * Makes the sizes of pictures that have just come, one after the other, whenever nobody waits for another. What a
 * restart leaves undone is made when somebody asks for it.
 */
export async function makeAhead({
  config,
  db,
  files,
  stopping,
}: Pick<Services, 'config' | 'db' | 'files' | 'stopping'>): Promise<void> {
  const made = madeFiles(config)
  const queue = queueOf(config)

  async function makeStep({ hash, step }: Waiting) {
    const row = await findByHash(db, hash)
    const picture = row && pictureOf(row)
    const forms = picture ? formsOf(picture).filter((form) => steps[step]?.(form)) : []
    if (!picture || forms.length === 0) return
    await files.use(hash, async (from) => {
      for (const form of forms) {
        await pictureProcessesAtRest()
        if (stopping.aborted) return
        await obtainForm(made, { hash, picture, form }, (make) => make(from))
      }
    })
  }

  for (let next = queue.shift(); next && !stopping.aborted; next = queue.shift()) {
    // Whoever asks for it is told what is wrong.
    await makeStep(next).catch(() => {})
    if (next.step + 1 < steps.length) add(config, { ...next, step: next.step + 1 })
  }
}

/** Behind those of the same step. */
function add(place: Place, one: Waiting) {
  const queue = queueOf(place)
  if (queue.some(({ hash, step }) => hash === one.hash && step === one.step)) return
  const at = queue.findIndex(({ step }) => step > one.step)
  queue.splice(at === -1 ? queue.length : at, 0, one)
  queue.splice(mostWaiting)
}

function queueOf({ dataDir }: Place): Waiting[] {
  const queue = queues.get(dataDir) ?? []
  queues.set(dataDir, queue)
  return queue
}
