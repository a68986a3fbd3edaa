/** So many a page. */
export const pageSize = 24

/** The page number of a query string: 1 without one, NaN for an invalid one. */
export function pageIn(asked: URLSearchParams): number {
  const page = asked.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : Number.NaN
}

/** The API's query parameters for a page. */
export const partOf = (page: number) => ({ limit: pageSize, ...(page > 1 ? { offset: (page - 1) * pageSize } : {}) })

/** A list in part, and how many there are. */
export type Counted<Row> = { rows: Row[]; total: number }

/** A page without anything on it is none, but for the first. */
export const isNoPage = ({ rows }: Counted<unknown>, asked: URLSearchParams) => rows.length === 0 && pageIn(asked) !== 1
