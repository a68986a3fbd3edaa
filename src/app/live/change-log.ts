import type { ChangeEntry } from '#platform/events/changes'

/** What is remembered for those whose connection was lost. */
const mostKept = 2000

/** An entry as the streams send it, once it is known what to tell with it. */
export type LogEntry = ChangeEntry & { bytes?: Uint8Array }

/** The last changes in their order. Places only grow: the first entry of all has place 0, the next one 1. */
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
    /** The place of the oldest entry that is kept, and the one behind the newest. */
    first: () => first,
    end: () => end,
    at: (place: number) => entries.get(place),
    placeOf: (id: string) => places.get(id),
    /** What is there already may come again, by another way. */
    add(entry: ChangeEntry) {
      if (places.has(entry.id)) return
      entries.set(end, { ...entry })
      places.set(entry.id, end)
      end++
      drop(end - most)
    },
    /** Something is missing from here on: whoever has not been told of everything so far cannot be. */
    clear: () => drop(end),
  }
}

export type ChangeLog = ReturnType<typeof createChangeLog>
