import { eq, inArray, not, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { ContentKind } from '#platform/feature'
import { inSeconds } from '#platform/jobs/leased-rows'
import type { Services } from '#platform/services'
import { conflict } from '#contract/http-error'
import { recordKindOf } from '../kinds'
import { type Link, type LinkCheck, type LinkList, type LinkPlace, linkStates, type LinkState } from './contract'
import { findRedirected, ownAddress, readStatuses, withoutFragment, catchUp } from './found-links'
import { linkAnswers, linkChecks, recordLinks } from './table'

/** Seconds after which the lease of the checking process expires unless renewed. */
export const leaseSeconds = 30

type Tools = Pick<Services, 'db' | 'cacheTags' | 'answerAt' | 'takesWrites'>
type Place = { url: string; place: LinkPlace }

/** Every public link, broken ones first. `origin` is the site's own. */
export async function listLinks(tools: Tools, kinds: readonly ContentKind[], origin: string): Promise<LinkList> {
  const byUrl = await placesByUrl(tools, kinds)
  const answers = await answersOf(tools, kinds, { urls: [...byUrl.keys()], origin })
  const links = [...byUrl].map(([url, foundIn]): Link => {
    const { state, status, checkedAt } = answers(url)
    return { url, foundIn, state, status, checkedAt }
  })
  return { ...(await readCheck(tools.db)), links: links.toSorted(byUrgency) }
}

type Asked = { urls: readonly string[]; origin: string }
type Answer = Pick<Link, 'state' | 'status' | 'checkedAt'> & { address?: string }

/** The answers for links: those of this site, with their `address`, as they are now, external ones as of the last check. */
async function answersOf(
  tools: Tools,
  kinds: readonly ContentKind[],
  { urls, origin }: Asked,
): Promise<(url: string) => Answer> {
  const own = new Map(urls.map((url) => [url, ownAddress(url, origin)]))
  const addresses = [...own.values()].filter((address) => address !== undefined)
  const statuses = await readStatuses(tools, kinds, { addresses, origin })
  const answers = await readAnswers(tools.db)
  const checkedAt = new Date().toISOString()
  return (url) => {
    const address = own.get(url)
    if (address === undefined) return answers.get(withoutFragment(url)) ?? unknown
    const status = statuses.get(address) ?? null
    return { address, state: stateOf(status ?? 0), status, checkedAt }
  }
}

/** The number of broken links. */
export async function countBroken(tools: Tools, kinds: readonly ContentKind[], origin: string): Promise<number> {
  const { links } = await listLinks(tools, kinds, origin)
  return links.filter(({ state }) => state === 'broken').length
}

/**
 * Those of these links that lead nowhere, or to an address that has moved. External ones are as the last check found them,
 * and are not requested.
 */
export async function findFaultyLinks(
  tools: Tools,
  kinds: readonly ContentKind[],
  { urls, origin }: Asked,
): Promise<Map<string, 'broken' | 'redirected'>> {
  const known = urls.filter((url) => URL.canParse(url, origin) && /^(?:https?:\/\/|\/(?!\/))/i.test(url))
  const answers = await answersOf(tools, kinds, { urls: known, origin })
  const addresses = known.flatMap((url) => {
    const { state, address } = answers(url)
    return state === 'ok' && address !== undefined ? [address] : []
  })
  const redirected = await findRedirected(tools, kinds, { addresses, origin })
  const faulty = new Map<string, 'broken' | 'redirected'>()
  for (const url of known) {
    const { state, address = '' } = answers(url)
    if (state === 'broken') faulty.set(url, 'broken')
    else if (redirected.has(address)) faulty.set(url, 'redirected')
  }
  return faulty
}

/** Changes whenever the check of external links has stored another result, for which there is no event. */
export async function readLinksVersion(db: Database): Promise<string> {
  const [row] = await db
    .select({ count: sql<number>`count(*)`, last: sql<string | null>`max(${linkAnswers.checkedAt})` })
    .from(linkAnswers)
  return `${row?.count} ${row?.last}`
}

/** Maps a status to broken, unsure or fine. */
export function stateOf(status: number): LinkState {
  if (status >= 200 && status < 300) return 'ok'
  return status === 404 || status === 410 ? 'broken' : 'unsure'
}

/** Starts the check of all external links. Throws 409 while it runs. */
export async function startCheck(
  tx: Database,
  { naming, origin }: { naming: readonly string[]; origin: string },
): Promise<LinkCheck> {
  const begun = { isRunning: true, holder: null, leaseUntil: inSeconds(leaseSeconds) }
  const [row] = await tx
    .insert(linkChecks)
    .values({ id: 1, ...begun })
    .onConflictDoUpdate({ target: linkChecks.id, set: begun, setWhere: not(isUnderWay) })
    .returning({ checkedAt: linkChecks.checkedAt })
  if (!row) throw conflict('errors.linksRunning')
  await queueAll(tx, await foreignAddresses(tx, naming, origin))
  return { checkedAt: row.checkedAt, running: true }
}

const isUnderWay = sql`(${linkChecks.isRunning} and ${linkChecks.leaseUntil} > now())`

/** Rows per statement. */
const chunk = 500

async function queueAll(tx: Database, urls: readonly string[]): Promise<void> {
  await tx.update(linkAnswers).set({ isDue: false })
  for (let from = 0; from < urls.length; from += chunk)
    await tx
      .insert(linkAnswers)
      .values(urls.slice(from, from + chunk).map((url) => ({ url, isDue: true })))
      .onConflictDoUpdate({ target: linkAnswers.url, set: { isDue: true } })
  // Targets that are no longer linked.
  await tx.delete(linkAnswers).where(eq(linkAnswers.isDue, false))
}

async function foreignAddresses(tx: Database, naming: readonly string[], origin: string): Promise<string[]> {
  const rows = await tx
    .select({ links: recordLinks.links })
    .from(recordLinks)
    .where(inArray(recordLinks.kind, [...naming]))
  const urls = rows.flatMap(({ links }) => links.map(({ url }) => url))
  const foreign = urls.filter((url) => ownAddress(url, origin) === undefined)
  return [...new Set(foreign.map(withoutFragment))].toSorted()
}

const unknown = { state: 'unsure' as const, status: null, checkedAt: null }

async function readAnswers(db: Database) {
  const { url, state, status, checkedAt } = linkAnswers
  const rows = await db.select({ url, state, status, checkedAt }).from(linkAnswers)
  return new Map(rows.map(({ url: of, ...answer }) => [of, answer]))
}

async function readCheck(db: Database): Promise<LinkCheck> {
  const [row] = await db
    .select({ checkedAt: linkChecks.checkedAt, running: sql<boolean>`${isUnderWay}` })
    .from(linkChecks)
  return row ?? { checkedAt: null, running: false }
}

async function placesByUrl(tools: Tools, kinds: readonly ContentKind[]): Promise<Map<string, LinkPlace[]>> {
  const naming = kinds.flatMap((kind) => kind.naming ?? [])
  await catchUp(tools, naming)
  const rows = await tools.db
    .select()
    .from(recordLinks)
    .where(sql`jsonb_array_length(${recordLinks.links}) > 0`)
    .orderBy(recordLinks.kind, sql`length(${recordLinks.recordId})`, recordLinks.recordId)
  const byUrl = Map.groupBy(rows.flatMap(toPlaces), ({ url }) => url)
  return new Map([...byUrl].map(([url, places]) => [url, places.map(({ place }) => place)]))
}

function toPlaces({ kind, recordId, title, links }: typeof recordLinks.$inferSelect): Place[] {
  const id = recordKindOf(kind) ? Number(recordId) : recordId
  return links.map(({ url, field }) => ({ url, place: { kind: kind as LinkPlace['kind'], id, title, field } }))
}

const byUrgency = (left: Link, right: Link) =>
  linkStates.indexOf(left.state) - linkStates.indexOf(right.state) || (left.url < right.url ? -1 : 1)
