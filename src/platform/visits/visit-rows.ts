import { type Admission, rest } from './admission'
import type { Shape } from './seen-page'

/** What is counted of a day: of the whole site where `path` is empty, of what has no key of its own where `key` is. */
export type Row = {
  day: string
  path: string
  list: string
  key: string
  views: number
  places: ReadonlySet<number>
}

/** Everything that pages which were seen alike count for: of the site, and of the page. */
export function rowsOf(day: string, shape: Shape, admission: Admission): Row[] {
  const { path, views, places } = shape
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
    places,
  })
  return [
    row('', 'total', ''),
    row('', 'page', page),
    ...entries.map(([list, key]) => row('', list, key)),
    ...(page === rest ? [] : entries.map(([list, key]) => row(path, list, key))),
  ]
}

/** Rows that are to be stored once, whatever is heard of the first try. */
export type Batch = { number: number; rows: readonly Row[] }

/** Gathers rows, and gives them out as batches, the same until it is stored. */
export function createBatches() {
  let rows = new Map<string, Row & { places: Set<number> }>()
  let batch: Batch | undefined
  let count = 0

  function add(row: Row): void {
    const name = JSON.stringify([row.day, row.path, row.list, row.key])
    const known = rows.get(name)
    if (known) {
      known.views += row.views
      for (const place of row.places) known.places.add(place)
    } else rows.set(name, { ...row, places: new Set(row.places) })
  }

  return {
    add,
    /** With what `further` says beside; undefined while there is nothing. */
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
