import type { Feature } from '#platform/feature'
import { registerProcess, signEvery, sweepProcesses } from './processes'
import { newestRelease, processes } from './table'

export const system: Feature = {
  content: { staying: [processes, newestRelease] },
  jobs: [
    { name: 'say that the process is there', every: signEvery, runInEach: registerProcess },
    { name: 'sweep processes that are gone', every: 3_600_000, run: sweepProcesses },
  ],
}
