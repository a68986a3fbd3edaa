import type { PgTable } from 'drizzle-orm/pg-core'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Kind, Listener, Transaction, WriteEvent } from '#platform/events/events'
import { type Job, mostFound, workOff } from './scheduler'

/** Data derived from the records of several sources, in tables of their own, which may be outdated. */
export type Derived<Source> = {
  sources: readonly Source[]
  tables: readonly PgTable[]
  /** The ids of records that are missing or have another version. */
  findStale(db: Database, source: Source, most: number): Promise<string[]>
  reindex(tx: Transaction, source: Source, ids: readonly string[], config: Config): Promise<void>
  /** Updates what is derived from a record as part of its write. */
  update(tx: Transaction, source: Source, event: WriteEvent, config: Config): Promise<void>
}

/**
 * Updates at most `most` records of a source whose own write did not: records written by older releases, or published by
 * schedule.
 */
export async function catchUp<Source>(
  tx: Transaction,
  config: Config,
  { findStale, reindex }: Pick<Derived<Source>, 'findStale' | 'reindex'>,
  source: Source,
  most = Infinity,
): Promise<void> {
  for (let left = most; left > 0;) {
    const wanted = Math.min(mostFound, left)
    const ids = await findStale(tx, source, wanted)
    await reindex(tx, source, ids, config)
    left = ids.length === wanted ? left - wanted : 0
  }
}

/** Records per transaction. */
const atOnce = 5
/** Records of each source indexed in the write that replaces the whole site; the rest is indexed in the background. */
const mostOfSite = 100

/** Keeps derived data up to date: in each write, and by a job of this name for records whose write did not. */
export const keepDerived = <Source extends { kind: Kind }>(
  name: string,
  derived: Derived<Source>,
): { listener: Listener; job: Job } => ({
  listener: {
    on: [...derived.sources.map(({ kind }) => kind), 'site'],
    async run(tx, event, { config }) {
      const isSite = event.kind === 'site'
      if (isSite) for (const table of derived.tables) await tx.delete(table)
      for (const source of derived.sources.filter(({ kind }) => isSite || kind === event.kind))
        if (event.id === null) await catchUp(tx, config, derived, source, isSite ? mostOfSite : undefined)
        else await derived.update(tx, source, event, config)
    },
  },
  job: {
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
  },
})
