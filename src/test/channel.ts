import type { Channel } from '#platform/db/channel'

/** A channel on which all is heard, and nothing comes. */
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
