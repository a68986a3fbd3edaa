import type { Row } from './visit-rows'

/** Milliseconds of one slice of the last minutes. */
const slice = 30_000
/** The last five minutes, and the part that is under way. */
const mostSlices = 10

const sliceAt = (at: number) => Math.floor(at / slice)
/** Of the parts of the last five minutes the first, by its number. */
const firstSlice = (at: number) => sliceAt(at) - mostSlices
/** As rows name them: in seconds since 1970. */
export const sliceKeys = (at: number) => ({ first: keyOf(firstSlice(at)), last: keyOf(sliceAt(at)) })
const keyOf = (number: number) => String((number * slice) / 1000)

/** To which places those who are here now have come, and when. */
export function createRecentSlots() {
  const slices = new Map<number, Set<number>>()
  const recent = (at: number) => [...slices].filter(([number]) => number >= firstSlice(at) && number <= sliceAt(at))

  return {
    add(at: number, place: number): void {
      const number = sliceAt(at)
      let places = slices.get(number)
      if (!places) {
        slices.set(number, (places = new Set()))
        for (const old of slices.keys()) if (old < firstSlice(at)) slices.delete(old)
      }
      places.add(place)
    },
    at: (at: number): Set<number> => new Set(recent(at).flatMap(([, places]) => [...places])),
    rows: (at: number, day: string): Row[] =>
      recent(at).map(([number, places]) => ({
        day,
        path: '',
        list: 'slice',
        key: keyOf(number),
        views: 0,
        places,
      })),
  }
}
