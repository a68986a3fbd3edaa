import type { Channel } from '#platform/db/channel'

/** A channel that is up to date and receives nothing. */
export const quietChannel = (channel: Partial<Channel> = {}): Channel => ({
  listen: () => {},
  ask: async () => [],
  onHearing: () => {},
  hold: () => () => {},
  isHearing: () => true,
  isAway: () => false,
  hasHeard: () => true,
  settled: async () => {},
  deafness: () => undefined,
  ...channel,
})
