/** So many a page. */
export const pageSize = 24

/** The page of a list that a query asks for: the first without one, NaN where there can be none. */
export function pageIn(asked: URLSearchParams): number {
  const page = asked.get('page') ?? '1'
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : Number.NaN
}

/** What the API is asked for. */
export const partOf = (page: number) => ({ limit: pageSize, ...(page > 1 ? { offset: (page - 1) * pageSize } : {}) })

/** A list in part, and how many there are. */
export type Counted<Row> = { rows: Row[]; total: number }

/** A page without anything on it is none, but for the first. */
export const isNoPage = ({ rows }: Counted<unknown>, asked: URLSearchParams) => rows.length === 0 && pageIn(asked) !== 1
