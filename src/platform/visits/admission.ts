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
      let known = lists.get(list)
      if (!known) lists.set(list, (known = new Set()))
      if (known.has(key)) return key
      if (known.size >= mostKeys) return rest
      known.add(key)
      return key
    },
    clear: () => lists.clear(),
  }
}
