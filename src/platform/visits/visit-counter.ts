import {
  createAdmission,
  type Admission,
  rest,
  type Batch,
  createBatches,
  rowsOf,
  type SeenPage,
  type Shape,
  type Browser,
  type Row,
} from './visit-rows'

const mostShapes = 2000

export type VisitCounter = {
  /** Synchronous and fast: does not delay the response. */
  count(seen: SeenPage): void
  /** The next batch to store: the same one until it is `stored`; undefined when there is none. */
  take(): Batch | undefined
  stored(batch: Batch): void
  /** The slots of visitors within the last five minutes. */
  live(): Set<number>
  knowsKey(day: string): boolean
  learnKey(day: string, key: string): void
  /** Called when a view needs the random key of a day that has not been loaded yet. */
  onMissingKey(ask: () => void): void
}

const dayLength = 86_400_000
/** Distinct visitors until the next batch: further ones count as views only. */
const mostSlots = 500_000
const mostWaiting = 10_000

/**
 * Counts page views and visitors in memory until a batch is stored. A visitor is a slot number, derived with the random
 * key of the day from address and browser name; neither those nor the hash are stored anywhere.
 */
export function createVisitCounter(): VisitCounter {
  const keys = new Map<string, string>()
  const admission = createAdmission()
  const shapes = createShapes(admission)
  const finder = createSlotFinder()
  const recent = createRecentSlots()
  const batches = createBatches()
  let dayNumber = 0
  let day = ''
  let key: string | undefined
  let marks = 0
  let waiting: SeenPage[] = []
  let askForKey = () => {}

  function count(seen: SeenPage): void {
    const at = Date.now()
    beginDay(at)
    if (key === undefined) return wait(seen)
    const shape = shapes.find(seen)
    shape.views += seen.views
    const slot = finder.find(key, seen.browser, seen.address())
    if (marks < mostSlots && !shape.slots.has(slot)) {
      shape.slots.add(slot)
      marks++
    }
    recent.add(at, slot)
  }

  function beginDay(at: number): void {
    const number = Math.floor(at / dayLength)
    if (number === dayNumber) return
    settle()
    dayNumber = number
    day = new Date(at).toISOString().slice(0, 10)
    for (const old of keys.keys()) if (old < day) keys.delete(old)
    key = keys.get(day)
    admission.clear()
    finder.forget()
  }

  function wait(seen: SeenPage): void {
    if (waiting.length < mostWaiting) waiting.push(withAddress(seen))
    askForKey()
  }

  function settle(): void {
    for (const shape of shapes.take()) for (const row of rowsOf(day, shape, admission)) batches.add(row)
    marks = 0
  }

  function take(): Batch | undefined {
    const at = Date.now()
    beginDay(at)
    settle()
    return batches.take(() => recent.rows(at, day))
  }

  function learnKey(of: string, secret: string): void {
    keys.set(of, secret)
    if (of !== day) return
    key = secret
    const seen = waiting
    waiting = []
    seen.forEach(count)
  }

  return {
    count,
    take,
    stored: batches.stored,
    live: () => recent.at(Date.now()),
    knowsKey: (of) => keys.has(of),
    learnKey,
    onMissingKey(ask) {
      askForKey = ask
    },
  }
}

/** Read now, because the request may be over when the key is loaded. */
function withAddress(seen: SeenPage): SeenPage {
  const address = seen.address()
  return { ...seen, address: () => address }
}

/** Page views with the same properties, counted together until they become rows. */
function createShapes(admission: Admission) {
  let plain = new Map<string, Shape[]>()
  let further = new Map<string, Shape>()

  /** Most views match an existing shape without building a key. */
  function find(seen: SeenPage): Shape {
    const { path, language, browser, referrer, campaign, search } = seen
    if (referrer !== '' || campaign !== '' || search !== '') return findFurther(seen)
    const alike = plain.getOrInsertComputed(path, () => [])
    for (const shape of alike) if (shape.device === browser.device && shape.language === language) return shape
    const shape = toShape(seen, { referrer, campaign, search })
    alike.push(shape)
    return shape
  }

  function findFurther(seen: SeenPage): Shape {
    const isFull = further.size >= mostShapes
    const told = (list: 'referrer' | 'campaign' | 'search') =>
      isFull && seen[list] !== '' ? rest : admission.admit(list, seen[list])
    const came = { referrer: told('referrer'), campaign: told('campaign'), search: told('search') }
    const name = JSON.stringify([seen.path, seen.language, seen.browser.device, came])
    return further.getOrInsertComputed(name, () => toShape(seen, came))
  }

  return {
    find,
    take(): Shape[] {
      const all = [...[...plain.values()].flat(), ...further.values()]
      plain = new Map()
      further = new Map()
      return all
    },
  }
}

const toShape = (
  { path, language, browser: { device } }: SeenPage,
  came: Pick<Shape, 'referrer' | 'campaign' | 'search'>,
): Shape => ({ path, language, device, ...came, views: 0, slots: new Set() })

/**
 * The number of visitor slots per day: enough that two of a hundred visitors hardly ever collide, and so few that
 * thousands of combinations of address and browser lead to each.
 */
export const slotCount = 131_072

const mostAddresses = 20_000

/** Finds the slot of a visitor; frequent ones are cached until the day ends or the cache is full. */
function createSlotFinder() {
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
function createRecentSlots() {
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
