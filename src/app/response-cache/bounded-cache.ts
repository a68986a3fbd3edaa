import { LRUCache } from 'lru-cache'

type Sized = { key: string; size: number }

/**
 * An LRU cache bounded by its number of entries and its bytes. The size of an entry may change, with `grow`.
 */
export class BoundedCache<Entry extends Sized> {
  private readonly cache: LRUCache<string, { entry: Entry }>

  constructor(mostBytes: number, most: number, dropped: (entry: Entry) => void) {
    this.cache = new LRUCache({
      max: most,
      maxSize: mostBytes,
      sizeCalculation: ({ entry }) => entry.size,
      dispose: ({ entry }) => dropped(entry),
    })
  }

  get bytes(): number {
    return this.cache.calculatedSize
  }

  get count(): number {
    return this.cache.size
  }

  get(key: string): Entry | undefined {
    return this.cache.get(key)?.entry
  }

  /** Marks an entry as used that was found by other means than its key. */
  noteUse(entry: Entry): void {
    this.cache.get(entry.key)
  }

  holds(entry: Entry): boolean {
    return this.cache.peek(entry.key)?.entry === entry
  }

  put(entry: Entry): void {
    this.cache.set(entry.key, { entry })
  }

  /** Accounts for an entry that has become larger; ignores one that is not in the cache. */
  grow(entry: Entry, bytes: number): void {
    const isHeld = this.holds(entry)
    entry.size += bytes
    // The cache measures only new values: the same entry in another wrapper, which evicts nothing unless it has grown.
    if (isHeld) this.cache.set(entry.key, { entry }, { noDisposeOnSet: true })
  }

  drop(entry: Entry): void {
    if (this.holds(entry)) this.cache.delete(entry.key)
  }

  clear(): void {
    this.cache.clear()
  }
}
