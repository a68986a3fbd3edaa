import type { Row } from './visit-rows'

/** Milliseconds of one slice of the last minutes. */
const slice = 30_000
/** The time slices of the last five minutes, and the current one. */
const mostSlices = 10

const sliceAt = (at: number) => Math.floor(at / slice)
/** The number of the first slice of the last five minutes. */
const firstSlice = (at: number) => sliceAt(at) - mostSlices
/** The keys in rows: seconds since 1970. */
export const sliceKeys = (at: number) => ({ first: keyOf(firstSlice(at)), last: keyOf(sliceAt(at)) })
const keyOf = (number: number) => String((number * slice) / 1000)

/** The slots of current visitors, by time slice. */
export function createRecentSlots() {
  const slices = new Map<number, Set<number>>()
  const recent = (at: number) => [...slices].filter(([number]) => number >= firstSlice(at) && number <= sliceAt(at))

  return {
    add(at: number, slot: number): void {
      const number = sliceAt(at)
      let slots = slices.get(number)
      if (!slots) {
        slices.set(number, (slots = new Set()))
        for (const old of slices.keys()) if (old < firstSlice(at)) slices.delete(old)
      }
      slots.add(slot)
    },
    at: (at: number): Set<number> => new Set(recent(at).flatMap(([, slots]) => [...slots])),
    rows: (at: number, day: string): Row[] =>
      recent(at).map(([number, slots]) => ({
        day,
        path: '',
        list: 'slice',
        key: keyOf(number),
        views: 0,
        slots,
      })),
  }
}
