/** A store of backups by name. Its methods throw `BackupFault`. */
export type BackupStorage = {
  /** Stores a stream and resolves to its size; the file is not visible before that. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** undefined if there is no such file. */
  size(name: string): Promise<number | undefined>
  read(name: string): AsyncIterable<Uint8Array>
  /** The file's path, if it is on this machine. */
  path?(name: string): string
  /** Succeeds if there is no such file. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ name: string; bytes: number }>
}
