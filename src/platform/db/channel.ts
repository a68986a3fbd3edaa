/** `interrupted`: a short gap, on the same connection. */
export type ListenStart = 'begun' | 'interrupted'

/** Notifications between processes (LISTEN/NOTIFY), with an external PostgreSQL only. */
export type Channel = {
  /** `heard` gets every payload; `resumed` is called whenever some may have been missed. */
  listen(name: string, heard: (payload: string) => void, resumed: () => void): void
  /**
   * Runs a statement on the listening connection: when it returns, every notification committed before it has been
   * delivered, and later ones were committed after it. Throws on failure, also without a connection.
   */
  ask(statement: string, parameters?: string[]): Promise<Record<string, unknown>[]>
  /** `greet` has to succeed before `isListening` is true: after the start, and after a short interruption. */
  onListening(greet: (how: ListenStart) => Promise<void>): void
  /** Keeps `isListening` false until the returned function is called. */
  hold(): () => void
  /** Whether every notification committed until a moment ago (`longestSilence`) has been delivered here. */
  isListening(): boolean
  /** Keeps proving that, or begins again: after a second without use it is proven every few seconds only. */
  noteUse(): void
  /** Whether the database is unreachable. */
  isAway(): boolean
  /** Whether listening has ever worked. */
  hasListened(): boolean
  /** Resolves when `isListening` is true, or is known to stay false, or after `longestWait`. Counts as use. */
  settled(): Promise<void>
  /** Why notifications do not arrive, if that persists. */
  listenError(): string | undefined
}

/**
 * Milliseconds: maximum age of the last proof that all notifications have arrived. A process with an older proof serves
 * no cached responses.
 */
export const longestSilence = 90
