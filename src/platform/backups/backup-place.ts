/** Where backups lie, under their names. What goes wrong there is thrown as `BackupFault`. */
export type BackupPlace = {
  /** Stores what comes, and resolves to its size; until it resolves nothing lies there under that name. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>
  /** undefined where nothing lies. */
  size(name: string): Promise<number | undefined>
  read(name: string): AsyncIterable<Uint8Array>
  /** Where it lies on this machine, if it does. */
  path?(name: string): string
  /** Also when there is none. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<{ name: string; bytes: number }>
}
