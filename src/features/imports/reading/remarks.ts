import type { Remark } from '../table'

const mostRemarks = 1000

/** Collects remarks about a file, and counts those beyond what is stored. */
export function createRemarks(title: string) {
  const kept: Remark[] = []
  let more = 0
  return {
    skip: (remark: Remark): void => void (kept.length < mostRemarks ? kept.push(remark) : more++),
    remarks: (): Remark[] => (more === 0 ? kept : [...kept, { title, why: 'more', values: { count: more } }]),
  }
}
