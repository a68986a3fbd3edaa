import { and, eq, type SQL, sql } from 'drizzle-orm'
import { contentKinds, features } from '#app/features'
import { HttpError, notFound } from '#contract/http-error'
import { parseId } from '#platform/http/ids'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { recordRevisions } from '#records/table'
import { toHttpError } from './errors'

type Params = Readonly<Record<string, string>>
type RoutedRequest = { request: Request; route: string; params: Params }

const named = features.flatMap(({ api }) => Object.entries(api?.named ?? {}))

/** Errors that say nothing of the record: who asks, how often, and faults of the server. */
const isOfRequest = (status: number) => [400, 409, 412, 413, 415, 422].includes(status)

/**
 * The error to respond with: 404 if the request names a record that does not exist, whatever else is wrong with it.
 * Looked up only after an error, so that a request that succeeds costs no further query.
 */
export async function preferNotFound(services: Services, asked: RoutedRequest, thrown: unknown): Promise<unknown> {
  if (!isOfRequest(toHttpError(thrown).status)) return thrown
  try {
    await checkNamed(services, asked)
    return thrown
  } catch (error) {
    return error instanceof HttpError && error.status === 404 ? error : thrown
  }
}

async function checkNamed({ db }: Services, { request, route, params }: RoutedRequest): Promise<void> {
  const actor = requestActor(request)
  const userId = actor.is === 'administrator' ? actor.user.id : 0
  for (const [path, check] of named) if (isBelow(route, path)) await check(db, params, userId)
  const kind = contentKinds.find(({ record }) => record && isBelow(route, `/api${record.api}/:key`))
  // The routes that visitors read take the slug as well.
  const isById = request.method !== 'GET' || route.includes('/revisions')
  if (kind?.naming && isById)
    await checkRecord(db, kind.name, { versions: kind.naming.versions, key: params.key ?? '' })
  const isRecord = params.key !== undefined || params.page !== undefined
  if (isRecord && params.version !== undefined) await checkRevision(db, kind?.name ?? 'page', params)
}

const isBelow = (route: string, path: string) => route === path || route.startsWith(`${path}/`)

/** `versions` selects the ids of all records of a kind. */
async function checkRecord(db: Services['db'], kind: string, { versions, key }: { versions: SQL; key: string }) {
  const id = parseId(key, notFound(kind))
  const rows = await db
    .select({ id: sql`id` })
    .from(sql`(${versions}) as listed (id, version)`)
    .where(sql`id = ${String(id)}`)
  if (rows.length === 0) throw notFound(kind)
}

async function checkRevision(db: Services['db'], kind: string, { key, page, version = '' }: Params) {
  const { kind: ofKind, recordId, version: number } = recordRevisions
  const asked = eq(number, parseId(version, notFound('revision')))
  const found = await db.$count(recordRevisions, and(eq(ofKind, kind), eq(recordId, key ?? page ?? ''), asked))
  if (found === 0) throw notFound('revision')
}
