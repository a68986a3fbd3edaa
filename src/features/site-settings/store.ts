import { sql } from 'drizzle-orm'
import { HttpError, invalid } from '#contract/http-error'
import type { StoredSite } from '#contract/site'
import type { Database } from '#platform/db/database'
import type { Transaction, WriteEvent } from '#platform/events/events'
import { readSite } from '#platform/owner/site'
import { siteSettings } from '#platform/owner/table'
import { checkVersion, type Expected } from '#platform/writes/versions'
import type { SiteInput } from './contract'

/** What the site's settings refer to, looked up by its own features. */
export type SiteLookups = {
  checkPictures: CheckPictures
  findHomePage: FindHomePage
}
/** A published custom page by its id or slug; with `lock` it stays published until the transaction ends. */
export type FindHomePage = (
  db: Database,
  page: number | string,
  options?: { lock: true },
) => Promise<{ id: number } | undefined>

/** Validates media ids; returns an issue for each that is not a suitable picture of the library. */
export type CheckPictures = (tx: Database, ids: SitePictures) => Promise<{ path: string; message: string }[]>
type SitePictures = Partial<Record<'logo' | 'icon' | 'socialPicture', number>>

const pictureNames = ['logo', 'icon', 'socialPicture'] as const
const nothingStored = { siteName: '', githubUrl: '', linkedinUrl: '' }

/** Absent values stay unchanged, null resets to the default. Throws 412, and 422 for pictures and the home page. */
export async function changeSite(
  tx: Database,
  input: SiteInput,
  expected: Expected,
  { checkPictures, findHomePage }: SiteLookups,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('site settings', 0))`)
  const { version, stored } = await readSite(tx, nothingStored)
  checkVersion(version, expected)
  const pictures = Object.fromEntries(
    pictureNames.flatMap((name) => (typeof input[name] === 'number' ? [[name, input[name]]] : [])),
  ) as SitePictures
  const faults = await checkPictures(tx, pictures)
  const home = input.home && (await findHomePage(tx, input.home.page, { lock: true }))
  if (input.home && !home) faults.push({ path: 'home.page', message: 'validation.homePage' })
  if (faults.length > 0) throw invalid(faults)
  const values = changed(stored, { ...input, ...(home ? { home: { page: home.id } } : {}) })
  const row = { values, version: version + 1 }
  await tx
    .insert(siteSettings)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: siteSettings.id, set: row })
}

/** The values to store after a change. */
export const changed = (stored: StoredSite, input: Partial<Record<keyof StoredSite, unknown>>): StoredSite =>
  Object.fromEntries(
    Object.entries({ ...stored, ...input }).filter(([, value]) => value !== null && value !== undefined),
  )

/**
 * Milliseconds until the page frame changes without a write, by the database's clock: the announcement starts or ends, or
 * the year of the copyright line changes.
 */
export async function untilNextMoment(db: Database): Promise<number | null> {
  const moments = sql`(values
    ((${siteSettings.values} #>> '{announcement,from}')::timestamptz),
    ((${siteSettings.values} #>> '{announcement,until}')::timestamptz),
    ((date_trunc('year', now() at time zone 'utc') + interval '1 year') at time zone 'utc')) as moments (at)`
  const [row] = await db
    .select({
      left: sql<number>`(select min(extract(epoch from at - now()) * 1000)::float8 from ${moments} where at > now())`,
    })
    .from(sql`(select 1) as one`)
    .leftJoin(siteSettings, sql`true`)
  return row?.left ?? null
}

/** Refuses to hide the page that is the home page. */
export async function keepHomePage(tx: Transaction, { id }: WriteEvent): Promise<void> {
  const [row] = await tx.select({ values: siteSettings.values }).from(siteSettings)
  if (row?.values.home?.page === id) throw new HttpError(409, 'errors.isHomePage')
}
