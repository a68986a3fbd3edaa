/** Something that takes room. `used` is set by whoever reads it. */
type Kept = { key: string; size: number; used: boolean }

/** Entries by key within a number of bytes: when room is needed the oldest go, but whoever was asked for lately stays for another round. */
export class Shelf<Entry extends Kept> {
  private readonly entries = new Map<string, Entry>()
  private total = 0

  constructor(
    private readonly mostBytes: number,
    private readonly dropped: (entry: Entry) => void,
  ) {}

  get bytes(): number {
    return this.total
  }

  get count(): number {
    return this.entries.size
  }

  get(key: string): Entry | undefined {
    return this.entries.get(key)
  }

  holds(entry: Entry): boolean {
    return this.entries.get(entry.key) === entry
  }

  put(entry: Entry): void {
    const other = this.entries.get(entry.key)
    if (other) this.drop(other)
    this.entries.set(entry.key, entry)
    this.total += entry.size
    this.makeRoom()
  }

  /** An entry has become larger; one that is not kept (any more) is nobody's. */
  grow(entry: Entry, bytes: number): void {
    entry.size += bytes
    if (!this.holds(entry)) return
    this.total += bytes
    this.makeRoom()
  }

  drop(entry: Entry): void {
    if (!this.holds(entry)) return
    this.entries.delete(entry.key)
    this.total -= entry.size
    this.dropped(entry)
  }

  clear(): void {
    for (const entry of this.entries.values()) this.drop(entry)
  }

  private makeRoom() {
    for (const entry of this.entries.values()) {
      if (this.total <= this.mostBytes) return
      if (entry.used && entry.size <= this.mostBytes) {
        entry.used = false
        this.entries.delete(entry.key)
        this.entries.set(entry.key, entry)
      } else this.drop(entry)
    }
  }
}
