import type { ChangeEntry } from '#platform/events/changes'

/** Entries kept for windows that reconnect. */
const mostKept = 2000

/** An entry, with its encoded bytes once its figures have been counted. */
export type LogEntry = ChangeEntry & { bytes?: Uint8Array }

/** The last changes in their order. Positions only grow: the first entry of all has position 0, the next one 1. */
export function createChangeLog(most = mostKept) {
  const entries = new Map<number, LogEntry>()
  const places = new Map<string, number>()
  let first = 0
  let end = 0

  function drop(until: number) {
    for (; first < until; first++) {
      places.delete(entries.get(first)?.id ?? '')
      entries.delete(first)
    }
  }

  return {
    /** The position of the oldest entry that is kept, and the one after the newest. */
    first: () => first,
    end: () => end,
    at: (place: number) => entries.get(place),
    placeOf: (id: string) => places.get(id),
    /** Ignores an entry that is already there. */
    add(entry: ChangeEntry) {
      if (places.has(entry.id)) return
      entries.set(end, { ...entry })
      places.set(entry.id, end)
      end++
      drop(end - most)
    },
    /** Drops all entries after a gap: windows that have not received them must reload. */
    clear: () => drop(end),
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>
