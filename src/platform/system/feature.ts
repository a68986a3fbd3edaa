import type { Feature } from '#platform/feature'
import { registerProcess, heartbeatInterval, sweepProcesses } from './processes'
import { newestRelease, processes } from './table'

export const system: Feature = {
  content: { staying: [processes, newestRelease] },
  jobs: [
    { name: 'send process heartbeat', every: heartbeatInterval, runInEach: registerProcess },
    { name: 'sweep ended processes', every: 3_600_000, run: sweepProcesses },
  ],
}
