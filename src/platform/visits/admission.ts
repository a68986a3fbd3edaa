/** Of one list in one day: whatever else comes is told together. */
export const mostKeys = 500
/** Stands for all that a list does not tell by itself. */
export const rest = '\0'

export type Admission = ReturnType<typeof createAdmission>

/** Which keys of each list have a place of their own today: the first that come. */
export function createAdmission() {
  const lists = new Map<string, Set<string>>()
  return {
    /** The key, or `rest`; nothing stays nothing. */
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
