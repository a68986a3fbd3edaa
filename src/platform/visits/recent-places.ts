import type { Row } from './visit-rows'

/** Milliseconds: the last minutes are told apart in parts as long. */
export const slice = 30_000
/** The last five minutes, and the part that is under way. */
const mostSlices = 10

/** Of the parts of the last five minutes the first, by its number. */
const firstSlice = (at: number) => Math.floor(at / slice) - mostSlices
/** As rows name it: in seconds since 1970. */
export const firstSliceKey = (at: number): string => String((firstSlice(at) * slice) / 1000)

/** To which places those who are here now have come, and when. */
export function createRecentPlaces() {
  const slices = new Map<number, Set<number>>()
  const recent = (at: number) => [...slices].filter(([number]) => number >= firstSlice(at))

  return {
    add(at: number, place: number): void {
      const number = Math.floor(at / slice)
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
        key: String((number * slice) / 1000),
        views: 0,
        places,
      })),
  }
}
