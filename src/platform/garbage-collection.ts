import { fullGC } from 'bun:jsc'

/**
 * Explicit collections, because the engine waits too long: it counts the memory of the embedded database as objects (twice,
 * 268 MB), takes that for the usual size of the heap, and lets about as much garbage wait. What lies outside the heap,
 * as the bytes and headers of responses do, it does not count at all.
 */

/** Estimated bytes of garbage between two collections of young objects, each of which takes about half a millisecond. */
const betweenYoung = 32_000_000
/** Bytes of old objects, most of them garbage, that lead to a full collection, and the milliseconds between two of those, which hold the event loop for about 50. */
const grownBy = 96_000_000
const betweenFull = 10_000

let waiting = 0
let lastFull = -Infinity
let usedAfterFull = Infinity

/** The number of bytes, mostly garbage by now, that something has left. */
export function noteGarbage(bytes: number): void {
  waiting += bytes
  if (waiting >= betweenYoung) collectGarbage()
}

/** Collects young objects, and old ones as well if there are many new ones. */
export function collectGarbage(): void {
  waiting = 0
  Bun.gc(false)
  const { heapUsed } = process.memoryUsage()
  // The engine has made a full collection itself.
  if (heapUsed < usedAfterFull) usedAfterFull = heapUsed
  else if (heapUsed - usedAfterFull > grownBy) collectOldGarbage()
}

/** Collects old objects as well, now and then. For long work in the background, which leaves most of its garbage old. */
export function collectOldGarbage(): void {
  if (performance.now() - lastFull < betweenFull) return
  fullGC()
  lastFull = performance.now()
  usedAfterFull = process.memoryUsage().heapUsed
}

/** Passes a stream through, and collects garbage regularly. */
export async function* collectingGarbage(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    noteGarbage(piece.byteLength)
  }
}
