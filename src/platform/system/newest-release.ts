import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Services } from '#platform/services'
import { newestRelease } from './table'

const release = z.object({
  version: z.string().trim().min(1).max(100),
  url: z.url({ protocol: /^https?$/ }).max(2000),
})
type Release = z.infer<typeof release>

/** Limits of the request, in milliseconds and bytes: an answer larger than a version and a URL is not one. */
const timeout = 2000
const largest = 64 * 1024

/**
 * The newest release, if it is newer than `version`. UPDATE_URL is requested once a day at most, by one of all processes,
 * whether it answers or not; without UPDATE_URL no request is made.
 */
export async function findNewer(
  { config, db, log }: Pick<Services, 'config' | 'db' | 'log'>,
  version: string,
): Promise<Release | null> {
  const { updateUrl } = config
  if (updateUrl === undefined) return null
  const source = Bun.hash(updateUrl).toString(16)
  try {
    if (await takeTurnOfDay(db, source)) await db.update(newestRelease).set(await ask(updateUrl))
  } catch (error) {
    log.warn('The newest release could not be looked up', { error })
  }
  const [known] = await db.select().from(newestRelease).where(eq(newestRelease.source, source))
  if (!known?.version || !known.url || !isAfter(known.version, version)) return null
  return { version: known.version, url: known.url }
}

/** Claims the request of the day; a stored answer of another URL does not count. */
async function takeTurnOfDay(db: Services['db'], source: string): Promise<boolean> {
  const turn = await db
    .insert(newestRelease)
    .values({ source })
    .onConflictDoUpdate({
      target: newestRelease.id,
      set: {
        source,
        askedAt: sql`now()`,
        version: sql`case when ${newestRelease.source} = ${source} then ${newestRelease.version} end`,
        url: sql`case when ${newestRelease.source} = ${source} then ${newestRelease.url} end`,
      },
      setWhere: sql`${newestRelease.source} <> ${source} or ${newestRelease.askedAt} <= now() - interval '1 day'`,
    })
    .returning({ id: newestRelease.id })
  return turn.length > 0
}

async function ask(url: string): Promise<Release> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout), headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`UPDATE_URL answers ${answer.status}`)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > largest) throw new Error('UPDATE_URL answers with too much')
    pieces.push(piece)
  }
  return release.parse(JSON.parse(Buffer.concat(pieces).toString()))
}

/** Versions that are not numeric count as newer if they differ. */
function isAfter(version: string, ours: string): boolean {
  const plain = version.replace(/^v/, '')
  const isOrdered = [plain, ours].every((name) => /^\d+\.\d+\.\d+/.test(name))
  return isOrdered ? Bun.semver.order(plain, ours) > 0 : plain !== ours
}
