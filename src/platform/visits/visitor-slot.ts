import type { Browser } from './seen-page'

/**
 * How many places there are for the visitors of a day: enough that two of a hundred hardly ever share one, and so few
 * that thousands of pairs of an address and a browser lead to each.
 */
export const slotCount = 131_072
const mostAddresses = 20_000

/** Finds the slot of a visitor; frequent ones are cached until the day ends or the cache is full. */
export function createSlotFinder() {
  const known = new Set<Browser>()
  let addresses = 0

  function forget(): void {
    for (const { places } of known) places.clear()
    known.clear()
    addresses = 0
  }

  return {
    find(key: string, browser: Browser, address: string): number {
      const found = browser.places.get(address)
      if (found !== undefined) return found
      if (addresses >= mostAddresses) forget()
      const place = placeOf(key, address, browser.name)
      browser.places.set(address, place)
      known.add(browser)
      addresses++
      return place
    },
    forget,
  }
}

/** Where the key of a day leads from an address and the name of a browser: there is no way back. */
function placeOf(key: string, address: string, browser: string): number {
  const hash = new Bun.CryptoHasher('sha256', key).update(`${address}\n${browser}`).digest()
  return hash.readUInt32BE(0) % slotCount
}

/** How many have come to so many places, of which some share one. */
export const visitorsAt = (taken: number): number =>
  Math.round(-slotCount * Math.log(1 - Math.min(taken, slotCount - 1) / slotCount))
