import type { Feature, Findable } from '#platform/feature'
import { catchUpJob } from '#platform/jobs/scheduler'
import { searchApi } from './api'
import { derivedEntries, reindexRecord, mayLag } from './index-records'
import { searchEntries, searchWords } from './table'
import { deleteUnusedWords } from './unused-words'

const hour = 3_600_000

/** Searches the texts of all `sources`. */
export const searchFeature = (sources: readonly Findable[]): Feature => ({
  api: {
    routes: (services) => searchApi(services, sources),
    reads: ['/api/search', '/api/search/size'].map((address) => ({
      address,
      kinds: sources.map(({ kind }) => kind),
      rest: /(?!)/,
    })),
  },
  content: { passing: [searchEntries, searchWords] },
  listeners: [
    {
      on: [...sources.map(({ kind }) => kind), 'site'],
      run: async (tx, event, { config }) => (mayLag(event) ? undefined : reindexRecord(sources, tx, event, config)),
    },
  ],
  jobs: [
    catchUpJob('index search', derivedEntries(sources)),
    { name: 'delete unused search words', every: hour, runInEach: deleteUnusedWords },
  ],
})
