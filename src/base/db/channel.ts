/** What an external Postgres carries between processes. */
export type Channel = {
  /** `heard` gets every payload; `resumed` is called whenever some may have been missed. */
  listen(name: string, heard: (payload: string) => void, resumed: () => void): void
  /** Resolves when everything that was committed before the call has been heard here. */
  caughtUp(): Promise<void>
  /**
   * Whether everything has been heard here that was committed up to a moment ago (`longestSilence`). True as well while
   * the database is away: then nothing is committed that this process could show.
   */
  isHearing(): boolean
  /** Resolves when `isHearing` is true, or when it is known that it will not soon be; within two seconds. */
  settled(): Promise<void>
  /** Why nothing is heard, where that lasts. */
  deafness(): string | undefined
}
