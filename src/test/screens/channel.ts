import type { Channel } from '#platform/db/database'

/** A channel that is up to date and receives nothing. */
export const quietChannel = (channel: Partial<Channel> = {}): Channel => ({
  listen: () => {},
  ask: async () => [],
  onListening: () => {},
  hold: () => () => {},
  isListening: () => true,
  noteUse: () => {},
  isAway: () => false,
  hasListened: () => true,
  settled: async () => {},
  listenError: () => undefined,
  ...channel,
})
