import { type ElysiaCustomStatusResponse, status as answerWith } from 'elysia'
import type { Database } from '#base/db/database'
import type { Services } from '#base/services'
import { claim, idempotencyKey, type Repeat, storeAnswer } from './idempotency'
import { hasVersion } from '#base/http/revalidated'
import { versionTag } from './versions'

/** The part of Elysia's context that a write needs. `session` is there below `adminOnly`. */
type WriteContext = {
  request: Request
  path: string
  body?: unknown
  session?: { id: string }
  set: { headers: Record<string, unknown> }
}

/**
 * One unsafe request as one transaction: repeats the stored answer of its Idempotency-Key or does the work, stores the answer and
 * announces what it touches. Only when the counters have moved on after the commit is it answered. `status` may depend on the result.
 */
export async function commit<Result, Status extends number>(
  { db, freshness }: Services,
  context: WriteContext,
  { status, touches = [] }: { status: Status | ((result: Result) => Status); touches?: readonly string[] },
  work: (tx: Database) => Promise<Result>,
): Promise<ElysiaCustomStatusResponse<Status, Result>> {
  const repeat = repeatOf(context)
  const statusOf = (made: Result) => (typeof status === 'function' ? status(made) : status)
  const { stored, result } = await db.transaction(async (tx) => {
    const before = repeat && await claim(tx, repeat)
    if (before) return { stored: before.status as Status, result: JSON.parse(before.answer) as Result }
    const made = await work(tx)
    if (repeat) await storeAnswer(tx, repeat, { status: statusOf(made), answer: JSON.stringify(made ?? null) })
    if (touches.length > 0) await freshness.announce(tx, touches)
    return { stored: undefined, result: made }
  })
  if (stored === undefined && touches.length > 0) await freshness.touch(touches)
  if (hasVersion(result)) context.set.headers.etag = versionTag(result.version)
  return answerWith(stored ?? statusOf(result), result) as ElysiaCustomStatusResponse<Status, Result>
}

function repeatOf({ request, path, body, session }: WriteContext): Repeat | undefined {
  const key = idempotencyKey(request)
  if (key === undefined) return undefined
  const bodyHash = new Bun.CryptoHasher('sha256').update(JSON.stringify(body ?? null)).digest('base64url')
  return { key, route: `${request.method} ${path}`, session: session?.id ?? '', bodyHash }
}
