import type { Feature } from '#platform/feature'
import { registerProcess, heartbeatInterval, sweepProcesses } from './processes'
import { newestRelease, processes } from './table'

export const system: Feature = {
  content: { staying: [processes, newestRelease] },
  jobs: [
    { name: 'say that the process is there', every: heartbeatInterval, runInEach: registerProcess },
    { name: 'sweep processes that are gone', every: 3_600_000, run: sweepProcesses },
  ],
}
