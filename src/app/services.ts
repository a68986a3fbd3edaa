import { identify } from '#auth/identify'
import { createEvents } from '#base/events'
import type { Services } from '#base/services'
import { features } from './features'

/** What a process hands to everything that answers requests, with the listeners of all features. */
export function createServices(parts: Omit<Services, 'events' | 'identify'>): Services {
  const listeners = features.flatMap((feature) => feature.listeners ?? [])
  const publicKinds = features.flatMap(({ reads = [], addresses }) => [...reads, ...(addresses ? [addresses] : [])].flatMap(({ kinds }) => kinds))
  return {
    ...parts,
    events: createEvents({ listeners, publicKinds, config: parts.config, log: parts.log }),
    identify: (request) => identify(parts.db, request),
  }
}
