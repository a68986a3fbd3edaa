import { identify, hideAddresses } from '#auth/identify'
import { createMeter } from '#platform/metrics/meter'
import { createEvents } from '#platform/events/events'
import { createFormOpenings } from '#platform/http/form-openings'
import { openFileStore } from '#platform/storage/file-store'
import type { Services } from '#platform/services'
import { createHitCounter } from '#platform/hit-counter'
import { restrictProcess } from '#app/demo/demo'
import { environmentOf } from '#platform/owner/in-force'
import { createVisitCounter } from '#platform/visits/visit-counter'
import { createWakes } from '#platform/jobs/wakes'
import { createWriteHold } from '#platform/writes/write-hold'
import { contentKindNames, features } from './features'

/** The services of a process, with the listeners of all features. */
export function createServices(
  parts: Pick<Services, 'config' | 'db' | 'cacheTags' | 'changes' | 'log'> &
    Partial<Pick<Services, 'withDedicatedConnection' | 'takesWrites' | 'stopping' | 'meter'>>,
): Services {
  const isDemo = parts.config.demo ?? false
  restrictProcess(isDemo)
  hideAddresses(isDemo)
  // Before any stored setting is applied to it.
  environmentOf(parts.config)
  const wakes = createWakes()
  const counted = () => wakes.wake('hits')
  const listeners = features.flatMap((feature) => feature.listeners ?? [])
  return {
    withDedicatedConnection: (work) => work(parts.db),
    writeHold: createWriteHold(parts.config, { withDedicatedConnection: (work) => work(parts.db), ...parts }),
    takesWrites: () => true,
    stopping: new AbortController().signal,
    meter: createMeter(),
    ...parts,
    events: createEvents({ listeners, publicKinds: contentKindNames, config: parts.config, log: parts.log }),
    files: openFileStore(parts.config),
    identify: (request) => identify(parts.db, request),
    // Replaced by the request pipeline, which renders pages; without one there are none.
    isPage: () => Promise.resolve(false),
    isLive: () => Promise.resolve(true),
    answerAt: () => Promise.resolve({ status: 404 }),
    notFoundHits: createHitCounter(counted),
    redirectHits: createHitCounter(counted),
    wakes,
    visits: createVisitCounter(),
    formOpenings: createFormOpenings(),
  }
}
