/** Stores files by name: on the disk of this machine, or in a bucket. */
export type FileStore = {
  /** Takes in the finished file at `path`, which stays. Safe when it resolves. */
  keep(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /** Hands `work` a file of this machine with the same bytes, which is there while it runs. Throws 404 and 503. */
  use<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>
  /** Also when there is none. */
  remove(name: string): Promise<void>
  /** Everything that is there, and when it came (milliseconds). */
  list(): AsyncIterable<{ name: string; keptAt: number }>
}
