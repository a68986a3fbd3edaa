import { type ElysiaCustomStatusResponse, status as answerWith } from 'elysia'
import type { Database } from '#base/db/database'
import type { Services } from '#base/services'
import { claim, idempotencyKey, type Repeat, storeAnswer } from './idempotency'
import { hasVersion } from './revalidated'
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
  const { code, result, isNew } = await db.transaction(async (tx) => {
    const stored = repeat && await claim(tx, repeat)
    if (stored) return { code: stored.status as Status, result: JSON.parse(stored.answer) as Result, isNew: false }
    const result = await work(tx)
    const code = typeof status === 'function' ? status(result) : status
    if (repeat) await storeAnswer(tx, repeat, { status: code, answer: JSON.stringify(result ?? null) })
    if (touches.length > 0) await freshness.announce(tx, touches)
    return { code, result, isNew: true }
  })
  if (isNew && touches.length > 0) await freshness.touch(touches)
  if (hasVersion(result)) context.set.headers.etag = versionTag(result.version)
  return answerWith(code, result) as ElysiaCustomStatusResponse<Status, Result>
}

function repeatOf({ request, path, body, session }: WriteContext): Repeat | undefined {
  const key = idempotencyKey(request)
  if (key === undefined) return undefined
  const bodyHash = new Bun.CryptoHasher('sha256').update(JSON.stringify(body ?? null)).digest('base64url')
  return { key, route: `${request.method} ${path}`, session: session?.id ?? '', bodyHash }
}
