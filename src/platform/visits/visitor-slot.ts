import type { Browser, Row } from './visit-rows'

/**
 * The number of visitor slots per day: enough that two of a hundred visitors hardly ever collide, and so few that
 * thousands of combinations of address and browser lead to each.
 */
export const slotCount = 131_072

const mostAddresses = 20_000

/** Finds the slot of a visitor; frequent ones are cached until the day ends or the cache is full. */
export function createSlotFinder() {
  const known = new Set<Browser>()
  let addresses = 0

  function forget(): void {
    for (const { slots } of known) slots.clear()
    known.clear()
    addresses = 0
  }

  return {
    find(key: string, browser: Browser, address: string): number {
      const found = browser.slots.get(address)
      if (found !== undefined) return found
      if (addresses >= mostAddresses) forget()
      const slot = slotOf(key, address, browser.name)
      browser.slots.set(address, slot)
      known.add(browser)
      addresses++
      return slot
    },
    forget,
  }
}

/** The slot of a client address and a user agent under the key of a day; not reversible. */
function slotOf(key: string, address: string, browser: string): number {
  const hash = new Bun.CryptoHasher('sha256', key).update(`${address}\n${browser}`).digest()
  return hash.readUInt32BE(0) % slotCount
}

/** Estimates the number of visitors from the number of taken slots, some of which are shared. */
export const visitorsAt = (taken: number): number =>
  Math.round(-slotCount * Math.log(1 - Math.min(taken, slotCount - 1) / slotCount))

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
