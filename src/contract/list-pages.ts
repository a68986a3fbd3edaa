/** Entries per page. */
export const pageSize = 24

/** The page number of a query string: 1 without one, NaN for an invalid one. */
export function pageIn(asked: URLSearchParams): number {
  const page = asked.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : Number.NaN
}

/** The API's query parameters for a page. */
export const partOf = (page: number) => ({ limit: pageSize, ...(page > 1 ? { offset: (page - 1) * pageSize } : {}) })

/** A page of a list, and the total. */
export type Counted<Row> = { rows: Row[]; total: number }

/** An empty page does not exist, except for the first. */
export const isNoPage = ({ rows }: Counted<unknown>, asked: URLSearchParams) => rows.length === 0 && pageIn(asked) !== 1
