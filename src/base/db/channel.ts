/** What an external Postgres carries between processes. */
export type Channel = {
  /** `heard` gets every payload; `resumed` is called whenever some may have been missed. */
  listen(name: string, heard: (payload: string) => void, resumed: () => void): void
  /** Resolves when everything that was committed before the call has been heard here. */
  caughtUp(): Promise<void>
}
