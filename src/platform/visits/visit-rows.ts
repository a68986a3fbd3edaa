import { type Admission, rest } from './admission'
import type { Shape } from './seen-page'

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
