import type { Feature, Findable } from '#platform/feature'
import { workOff } from '#platform/scheduler/scheduler'
import type { Database } from '#platform/db/database'
import { searchApi } from './api'
import { fillStale, findStale, reindexRecord, takeUp } from './index-records'
import { mayLag } from './recent-writes'
import { searchEntries, searchWords } from './table'
import { deleteUnusedWords } from './unused-words'

const name = 'take up what searches do not find yet'
const minutes = 60_000
/** What a start waits for; the rest is taken up while the site runs. */
const mostAtStart = 1000
const atOnce = 5

/** Finds the texts of all `sources`. */
export const searchFeature = (sources: readonly Findable[]): Feature => ({
  api: {
    routes: (services) => searchApi(services, sources),
    reads: [{ address: '/api/search', kinds: sources.map(({ kind }) => kind), rest: /(?!)/ }],
  },
  content: { passing: [searchEntries, searchWords] },
  listeners: [
    {
      on: [...sources.map(({ kind }) => kind), 'site'],
      run: async (tx, event) => (mayLag(event) ? undefined : reindexRecord(sources, tx, event)),
    },
  ],
  jobs: [
    {
      name,
      async atStart(db) {
        await db.transaction((tx) => fillAll(tx, sources, mostAtStart))
      },
      every: 2 * minutes,
      async runInEach(services) {
        for (const source of sources)
          await workOff(services, {
            name,
            find: (db, most) => findStale(db, source, most),
            take: (tx, ids) => takeUp(tx, source, ids),
            atOnce,
          })
      },
    },
    { name: 'delete words that no text has any more', every: 60 * minutes, runInEach: deleteUnusedWords },
  ],
})

async function fillAll(tx: Database, sources: readonly Findable[], most: number): Promise<number> {
  let done = 0
  for (const source of sources) done += await fillStale(tx, source, Math.max(0, most - done))
  return done
}
