import pLimit from 'p-limit'
import type { z } from 'zod'
import { isPassing } from '#platform/db/external/gate'
import { withRequestDeadline } from './request-deadline'
import type { Log } from '#platform/log/log'
import { noteGarbage } from './garbage-collection'
import { hasRunLong, yieldToEventLoop } from './yield-to-event-loop'

/** Rows: a longer list is streamed. */
export const longestWhole = 1000
/** Rows of a batch, which blocks other requests for a few milliseconds. */
const batch = 100
/** Estimated bytes of garbage for each character that is sent. */
const garbagePerCharacter = 16
const mostTries = 6
/** One batch at a time over all lists that are being streamed: other requests wait for one at most. */
const oneBatch = pLimit(1)

/** The rows of a list in a response, in batches. */
type Batches = AsyncGenerator<unknown[]>

type Context = { request: Request; set: { headers: Record<string, unknown> } }
type Shown = (rows: unknown[]) => Promise<unknown>

/** Requests whose responses are streamed, and how their rows are mapped. */
const asked = new WeakMap<Request, { shown?: Shown; isStreamed?: boolean }>()

/** Maps the rows of a list in the response to this request by `shown`. */
export const showRows = (request: Request, shown: Shown): void => void asked.set(request, { shown })

/** Whether the response is a streamed list, which must be neither cached nor awaited. */
export const isStreamed = (request: Request): boolean => asked.get(request)?.isStreamed ?? false

/**
 * The rows of these ids, read batch by batch. No row is repeated or skipped, whatever is written meanwhile; and no
 * transaction stays open in between, which a slow reader would hold for long.
 */
export async function* inBatches<Id, Row>(
  ids: readonly Id[],
  read: (some: readonly Id[]) => Promise<Row[]>,
  atOnce = batch,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const wanted = ids.slice(from, from + atOnce)
    if (hasRunLong()) await yieldToEventLoop()
    yield await patiently(() => oneBatch(() => withRequestDeadline(() => read(wanted))))
  }
}

/** A list that is partly sent retries while the database is busy or briefly unreachable. */
async function patiently<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await read()
    } catch (error) {
      if (tries === mostTries || !isPassing(error)) throw error
      await Bun.sleep(tries * 100)
    }
  }
}

/** A list with its length, whose rows can be read whole or in batches. */
export type Listed<Row> = { count: number; whole(): Promise<Row[]>; batches(): AsyncGenerator<Row[]> }

/** The rows of these ids. `atOnce`: the batch size, for small rows. */
export const listed = <Id, Row>(
  ids: readonly Id[],
  read: (some: readonly Id[]) => Promise<Row[]>,
  atOnce?: number,
): Listed<Row> => ({ count: ids.length, whole: () => read(ids), batches: () => inBatches(ids, read, atOnce) })

/** One or several lists as a response: at once if there are few rows, otherwise streamed, in the format of `schema`. */
export async function answerLists<Row>(
  log: Log,
  context: Context,
  lists: readonly Listed<Row>[],
  schema: z.ZodType<Row[]>,
): Promise<Row[]> {
  const count = lists.reduce((sum, list) => sum + list.count, 0)
  if (count <= longestWhole) return (await Promise.all(lists.map((list) => list.whole()))).flat()
  // Elysia accepts a `Response` where the schema's type is expected.
  return sendLongList(log, context, checked(lists, schema)) as unknown as Row[]
}

async function* checked<Row>(lists: readonly Listed<Row>[], schema: z.ZodType<Row[]>): Batches {
  for (const { batches } of lists) for await (const rows of batches()) yield schema.parse(rows)
}

/** The existing rows in the order of the ids. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Streams a list as JSON with back pressure: batches are read when the client takes them, and no more once it has
 * disconnected.
 */
export function sendLongList(log: Log, { request, set }: Context, batches: Batches): Response {
  const { shown = async (rows: unknown[]) => rows } = asked.get(request) ?? {}
  asked.set(request, { shown, isStreamed: true })
  set.headers['cache-control'] = 'no-cache'
  const encoder = new TextEncoder()
  let begins = '['
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const text = await nextText()
          controller.enqueue(encoder.encode(text ?? (begins === '[' ? '[]' : ']')))
          if (text === undefined) controller.close()
        } catch (error) {
          log.error('A list failed while it was being sent', { error })
          controller.error(error)
        }
      },
      async cancel() {
        await batches.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )

  /** undefined at the end. */
  async function nextText(): Promise<string | undefined> {
    for (;;) {
      const { value, done } = await batches.next()
      if (done) return undefined
      if (value.length === 0) continue
      const text = begins + JSON.stringify(await shown(value)).slice(1, -1)
      begins = ','
      noteGarbage(text.length * garbagePerCharacter)
      return text
    }
  }

  return new Response(body, { headers: { 'content-type': 'application/json;charset=utf-8' } })
}
