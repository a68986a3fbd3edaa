/**
 * Stores files by name: on the disk of this machine, or in a bucket. A name that may be a path is refused with 404, and
 * not listed.
 */
export type FileStore = {
  /** Stores the finished file at `path`, which is not removed. Durable when it resolves. */
  keep(name: string, path: string): Promise<void>
  has(name: string): Promise<boolean>
  /** Calls `work` with a local file with the same bytes, which exists while it runs. Throws 404 and 503. */
  use<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result>
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>
  /** All files, with their times in milliseconds. */
  list(): AsyncIterable<{ name: string; keptAt: number }>
}
