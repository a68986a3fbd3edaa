/** Bytes after which garbage is collected explicitly: buffers lie outside the heap, so that they do not trigger it. */
const collectAfter = 16_000_000

/** Counts processed bytes, and collects garbage each time that `every` of them have passed. */
export function collectGarbageAfter(every = collectAfter): (bytes: number) => void {
  let passed = 0
  return (bytes) => {
    passed += bytes
    if (passed < every) return
    passed = 0
    Bun.gc(false)
  }
}

/** Passes the pieces on, and collects garbage now and then. */
export async function* collectingGarbage(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const passed = collectGarbageAfter()
  for await (const piece of pieces) {
    yield piece
    passed(piece.byteLength)
  }
}
