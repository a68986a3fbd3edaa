import type { Feature, Findable } from '#platform/feature'
import { keepDerived } from '#platform/jobs/derived'
import { searchApi } from './api'
import { derivedEntries } from './index-records'
import { searchEntries, searchWords } from './table'
import { deleteUnusedWords } from './words'

const hour = 3_600_000

/** Searches the texts of all `sources`. */
export function searchFeature(sources: readonly Findable[]): Feature {
  const entries = keepDerived('index search', derivedEntries(sources))
  return {
    api: {
      routes: (services) => searchApi(services, sources),
      reads: ['/api/search', '/api/search/size'].map((address) => ({
        address,
        kinds: sources.map(({ kind }) => kind),
        rest: /(?!)/,
      })),
    },
    content: { passing: [searchEntries, searchWords] },
    listeners: [entries.listener],
    jobs: [entries.job, { name: 'delete unused search words', every: hour, runInEach: deleteUnusedWords }],
  }
}
