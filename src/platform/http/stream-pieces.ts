/** A response body with backpressure. */
export function streamPieces(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await source.return?.()
    },
  })
}
