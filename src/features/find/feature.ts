import type { Feature, Naming } from '#platform/feature'
import { catchUpJob } from '#platform/scheduler/catch-up'
import { findApi } from './api'
import { derivedEntries, indexWrite } from './index-entries'
import { findEntries } from './table'

/** Finds the records of `records`, and what each of all features declares as findable. */
export const findFeature = (records: readonly Naming[], features: () => readonly Feature[]): Feature => ({
  api: {
    routes: (services) =>
      findApi(services, () => ({
        records,
        others: features().flatMap(({ findable }) => findable?.rows ?? []),
        texts: features().flatMap(({ findable }) => findable?.texts ?? []),
      })),
  },
  content: { passing: [findEntries] },
  listeners: [
    {
      on: [...records.map(({ kind }) => kind), 'site'],
      run: (tx, event, { config }) => indexWrite(records, tx, event, config),
    },
  ],
  jobs: [catchUpJob('index what administrators find', derivedEntries(records))],
})
