import { LRUCache } from 'lru-cache'
import { tooMany } from '#contract/http-error'
import type { Services } from '#platform/services'
import { addUses } from './store'

/** A token's requests in a minute, which begins with the first of them. */
const mostInMinute = 600
const minuteLength = 60_000

type Minute = { endsAt: number; hits: number; untold: number; isTelling: boolean }

/**
 * Counts the requests of each token. That is done in memory, so that no request waits for a write, and goes on while the
 * database takes none; processes that share a database tell each other through it, which also keeps when a token was
 * used last. So many processes may together answer a few requests too many, and never refuse one too early.
 */
export function createTokenUses({ db, log, config }: Pick<Services, 'db' | 'log' | 'config'>) {
  const isAlone = config.databaseUrl === undefined
  const minutes = new LRUCache<number, Minute>({ max: 1000 })

  async function tell(id: number, minute: Minute): Promise<void> {
    minute.isTelling = true
    try {
      while (minute.untold > 0) {
        const count = minute.untold
        minute.untold = 0
        const told = await addUses(db, id, count)
        if (told && !isAlone)
          Object.assign(minute, { hits: told.hits + minute.untold, endsAt: performance.now() + told.left })
      }
    } catch (error) {
      log.debug('The uses of a token could not be stored', { error })
    } finally {
      minute.isTelling = false
    }
  }

  /** Throws 429 for a request that is one too many. */
  return (id: number): void => {
    const at = performance.now()
    let minute = minutes.get(id)
    if (!minute || minute.endsAt <= at) {
      minute = { endsAt: at + minuteLength, hits: 0, untold: 0, isTelling: false }
      minutes.set(id, minute)
    }
    if (minute.hits >= mostInMinute) throw tooMany((minute.endsAt - at) / 1000)
    minute.hits++
    minute.untold++
    if (!minute.isTelling && !(isAlone && minute.hits > 1)) void tell(id, minute)
  }
}
