/** An event as a browser parses it; a comment has neither name nor id. */
export type StreamedEvent = { event: string; id: string; data: Record<string, unknown> }

/** Reads server-sent events from a response, one after the other, with timeouts. */
export function eventStream(answer: Response) {
  if (!answer.body) throw new Error('There is no stream')
  const reader = answer.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let reading: Promise<{ done: boolean; value?: Uint8Array }> | undefined

  /** The next block, comments included; undefined at the end of the stream. */
  async function nextBlock(ms: number): Promise<string | undefined> {
    for (const end = performance.now() + ms; !text.includes('\n\n');) {
      reading ??= reader.read()
      const read = await Promise.race([reading, Bun.sleep(Math.max(1, end - performance.now()))])
      if (read === undefined) throw new Error(`Nothing came in ${ms} ms`)
      reading = undefined
      if (read.done) return undefined
      text += decoder.decode(read.value, { stream: true })
    }
    const [block = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    return block
  }

  async function next(ms = 10_000): Promise<StreamedEvent | undefined> {
    for (;;) {
      const block = await nextBlock(ms)
      if (block === undefined) return undefined
      if (!block.startsWith(':')) return parse(block)
    }
  }

  return {
    nextBlock,
    next,
    /** The next `count` events. */
    async take(count: number, ms?: number): Promise<StreamedEvent[]> {
      const heard: StreamedEvent[] = []
      for (let left = count; left > 0; left--) {
        const event = await next(ms)
        if (!event) throw new Error('The stream ended')
        heard.push(event)
      }
      return heard
    },
    /** Whether the stream ends; further events are ignored. */
    async ends(ms = 10_000): Promise<boolean> {
      for (const end = performance.now() + ms; ;) {
        const left = end - performance.now()
        if (left <= 0) return false
        try {
          if ((await nextBlock(left)) === undefined) return true
        } catch {
          return false
        }
      }
    },
    close: () => reader.cancel(),
  }
}

function parse(block: string): StreamedEvent {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]))
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id') ?? '',
    data: JSON.parse(fields.get('data') ?? '{}') as Record<string, unknown>,
  }
}
