/** Edits of lists; each returns a new one. */

export const withRow = <Row>(rows: readonly Row[], row: Row): Row[] => [...rows, row]

export const without = <Row>(rows: readonly Row[], index: number): Row[] => rows.toSpliced(index, 1)

export function moveRow<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const row = rows[from]
  return row === undefined || to < 0 || to >= rows.length ? [...rows] : rows.toSpliced(from, 1).toSpliced(to, 0, row)
}

export const changedAt = <Row>(rows: readonly Row[], index: number, patch: Partial<Row>): Row[] =>
  rows.map((row, at) => (at === index ? { ...row, ...patch } : row))
