/** `interrupted`: for a moment, on the same connection. */
export type ListenStart = 'begun' | 'interrupted'

/** What an external Postgres carries between processes. */
export type Channel = {
  /** `heard` gets every payload; `resumed` is called whenever some may have been missed. */
  listen(name: string, heard: (payload: string) => void, resumed: () => void): void
  /**
   * Runs a statement on the connection that listens: by its answer everything has been heard that was committed before,
   * and whatever is heard after it was proven only after it. Throws when it does not succeed, as when nobody listens.
   */
  ask(statement: string, parameters?: string[]): Promise<Record<string, unknown>[]>
  /** `greet` is run, and must succeed, before hearing counts: when it has begun, or was interrupted for a moment. */
  onHearing(greet: (how: ListenStart) => Promise<void>): void
  /** Hearing does not count until the function that it gives is called. */
  hold(): () => void
  /** Whether everything has been heard here that was committed up to a moment ago (`longestSilence`). */
  isHearing(): boolean
  /** The database is away from this process. */
  isAway(): boolean
  /** Whether something has ever been heard. */
  hasHeard(): boolean
  /** Resolves when `isHearing` is true, or when it is known that it will not soon be; in a moment (`longestWait`). */
  settled(): Promise<void>
  /** Why nothing is heard, where that lasts. */
  deafness(): string | undefined
}

/**
 * How old the last proof may be that everything is heard, in milliseconds. A process whose proof is older gives out
 * nothing that was kept.
 */
export const longestSilence = 90
