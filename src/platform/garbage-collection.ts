import { fullGC } from 'bun:jsc'

/** Bytes after which garbage is collected explicitly: buffers lie outside the heap, so that they do not trigger it. */
const collectAfter = 16_000_000

/** Counts processed bytes, and collects garbage after every `every` of them. */
export function collectGarbageAfter(every = collectAfter): (bytes: number) => void {
  let passed = 0
  return (bytes) => {
    passed += bytes
    if (passed < every) return
    passed = 0
    Bun.gc(false)
  }
}

/** Passes a stream through, and collects garbage regularly. */
export async function* collectingGarbage(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const passed = collectGarbageAfter()
  for await (const piece of pieces) {
    yield piece
    passed(piece.byteLength)
  }
}

/** Milliseconds between two full collections, each of which holds the event loop for about 50. */
const betweenFull = 3000
let lastFull = -Infinity

/**
 * Collects old objects as well, now and then: `Bun.gc(false)` collects new ones alone, and the engine, which counts the
 * memory of the embedded database as objects, waits for hundreds of megabytes. For long work in the background.
 */
export function collectOldGarbage(): void {
  if (performance.now() - lastFull < betweenFull) return
  fullGC()
  lastFull = performance.now()
}
