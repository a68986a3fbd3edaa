import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Transaction } from '#platform/events/events'
import { type Job, mostFound, workOff } from './scheduler'

/** Data derived from the records of several sources, which may be outdated. */
export type Derived<Source> = {
  sources: readonly Source[]
  /** The ids of records that are missing or have another version. */
  findStale(db: Database, source: Source, most: number): Promise<string[]>
  reindex(tx: Transaction, source: Source, ids: readonly string[], config: Config): Promise<void>
}

/**
 * Updates at most `most` records whose own write did not: records written by older releases, or published by schedule.
 * Resolves to the number of them.
 */
export async function catchUp<Source>(
  tx: Transaction,
  config: Config,
  { sources, findStale, reindex }: Derived<Source>,
  most = Infinity,
): Promise<number> {
  let done = 0
  for (const source of sources) {
    for (let isLeft = true; isLeft && done < most;) {
      const wanted = Math.min(mostFound, most - done)
      const ids = await findStale(tx, source, wanted)
      await reindex(tx, source, ids, config)
      done += ids.length
      isLeft = ids.length === wanted
    }
  }
  return done
}

/** Records per transaction. */
const atOnce = 5

export const catchUpJob = <Source>(name: string, derived: Derived<Source>): Job => ({
  name,
  every: 120_000,
  atStart: true,
  async runInEach(services) {
    for (const source of derived.sources)
      await workOff(services, {
        name,
        find: (db, most) => derived.findStale(db, source, most),
        take: (tx, ids) => derived.reindex(tx, source, ids, services.config),
        atOnce,
      })
  },
})
