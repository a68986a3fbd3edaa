import type { Browser } from './seen-page'

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
