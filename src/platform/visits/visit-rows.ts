import type { Language } from '#i18n/language'

export type Device = 'phone' | 'tablet' | 'desktop'

/** The properties of a user agent, and the visitor slots of its client addresses for the rest of the day. */
export type Browser = {
  name: string
  isRobot: boolean
  device: Device
  slots: Map<string, number>
}

/** A public page, in the language of the response. */
export type ShownPage = { path: string; language: Language }

/** One page view. Only the aggregates are stored. */
export type SeenPage = ShownPage & {
  /** More than one when it is a sample of several views. */
  views: number
  browser: Browser
  /** Read on demand, because it is more expensive than the rest. */
  address: () => string
  /** Empty if there is none. */
  referrer: string
  campaign: string
  search: string
}

/** Page views with the same properties. */
export type Shape = Pick<SeenPage, 'path' | 'language' | 'referrer' | 'campaign' | 'search'> & {
  device: Device
  views: number
  slots: Set<number>
}

/** The counts of a day: an empty `path` is the whole site, an empty `key` all keys beyond `mostKeys` (or the total). */
export type Row = {
  day: string
  path: string
  list: string
  key: string
  views: number
  slots: ReadonlySet<number>
}

/** The rows to which a page view is added: those of the whole site, and those of the page. */
export function rowsOf(day: string, shape: Shape, admission: Admission): Row[] {
  const { path, views, slots } = shape
  const page = admission.admit('page', path)
  const entries = [
    ['referrer', shape.referrer],
    ['language', shape.language],
    ['device', shape.device],
    ['campaign', shape.campaign],
    ['search', shape.search],
  ].filter(([, key]) => key !== '') as [string, string][]
  const row = (of: string, list: string, key: string): Row => ({
    day,
    path: of,
    list,
    key: key === rest ? '' : key,
    views,
    slots,
  })
  return [
    row('', 'total', ''),
    row('', 'page', page),
    ...entries.map(([list, key]) => row('', list, key)),
    ...(page === rest ? [] : entries.map(([list, key]) => row(path, list, key))),
  ]
}

/** Rows with a batch number, which the store uses to apply a retried batch only once. */
export type Batch = { number: number; rows: readonly Row[] }

/** Collects rows into batches; a batch is returned again until it has been stored. */
export function createBatches() {
  let rows = new Map<string, Row & { slots: Set<number> }>()
  let batch: Batch | undefined
  let count = 0

  function add(row: Row): void {
    const name = JSON.stringify([row.day, row.path, row.list, row.key])
    const known = rows.get(name)
    if (known) {
      known.views += row.views
      for (const slot of row.slots) known.slots.add(slot)
    } else rows.set(name, { ...row, slots: new Set(row.slots) })
  }

  return {
    add,
    /** Includes the rows of `further`; undefined if there are none. */
    take(further: () => readonly Row[]): Batch | undefined {
      if (!batch && rows.size > 0) {
        batch = { number: ++count, rows: [...rows.values(), ...further()] }
        rows = new Map()
      }
      return batch
    },
    stored(done: Batch): void {
      if (batch === done) batch = undefined
    },
  }
}

/** Distinct keys of one list in one day; further ones are counted together as `other`. */
export const mostKeys = 500

/** The key under which everything beyond `mostKeys` is counted. */
export const rest = '\0'

export type Admission = ReturnType<typeof createAdmission>

/** Decides which keys of each list are counted by themselves today: the first `mostKeys`. */
export function createAdmission() {
  const lists = new Map<string, Set<string>>()
  return {
    /** Returns the key, or `rest` over the limit; an empty key stays empty. */
    admit(list: string, key: string): string {
      if (key === '') return key
      const known = lists.getOrInsertComputed(list, () => new Set())
      if (known.has(key)) return key
      if (known.size >= mostKeys) return rest
      known.add(key)
      return key
    },
    clear: () => lists.clear(),
  }
}
