import { sql } from 'drizzle-orm'
import { HttpError, invalid, notFound } from '#contract/http-error'
import type { StoredSite } from '#contract/site'
import type { Database } from '#platform/db/database'
import type { Actor, Transaction, WriteEvent } from '#platform/events/events'
import { parseId } from '#platform/http/parameters'
import { readSite } from '#platform/owner/site'
import { siteSettings } from '#platform/owner/table'
import { checkVersion, type Expected } from '#platform/writes/commit'
import { addRevision, findRevision, type RecordKey } from '#records/history/revisions'
import type { SiteInput } from './contract'
import type { Naming } from '#platform/feature'

/** What the site's settings refer to, looked up by its own features. */
export type SiteLookups = {
  checkPictures: CheckPictures
  findHomeCustomPage: FindHomeCustomPage
}
/** A published custom page by its id or slug; with `lock` it stays published until the transaction ends. */
type FindHomeCustomPage = (
  db: Database,
  page: number | string,
  options?: { lock: true },
) => Promise<{ id: number } | undefined>

/** Validates media ids; returns an issue for each that is not a suitable picture of the library. */
type CheckPictures = (tx: Database, ids: SitePictures) => Promise<{ path: string; message: string }[]>
type SitePictures = Partial<Record<(typeof pictureNames)[number], number>>

export const pictureNames = ['logo', 'logoDark', 'icon', 'socialPicture'] as const
/** The key of the settings in the history. */
export const siteKey: RecordKey = { kind: 'site-settings', recordId: 'site' }
const nothingStored = { siteName: '', githubUrl: '', linkedinUrl: '' }

export type Change = { expected: Expected; actor: Actor; lookups: SiteLookups }

/** Absent values stay unchanged, null resets to the default. Throws 412, and 422 for pictures and the home page. */
export async function changeSite(tx: Database, input: SiteInput, change: Change): Promise<void> {
  const before = await lockSite(tx, change.expected)
  const { checkPictures, findHomeCustomPage } = change.lookups
  const faults = await checkPictures(tx, picturesIn(input))
  const home = input.home && (await findHomeCustomPage(tx, input.home.page, { lock: true }))
  if (input.home && !home) faults.push({ path: 'home.page', message: 'validation.homePage' })
  if (faults.length > 0) throw invalid(faults)
  const values = changed(before.stored, { ...input, ...(home ? { home: { page: home.id } } : {}) })
  await storeSite(tx, before, { values, actor: change.actor })
}

/** Stores the values of an old version again, without pictures and a home page that are gone. Throws 404 and 412. */
export async function restoreSite(tx: Database, version: number, change: Change): Promise<void> {
  const before = await lockSite(tx, change.expected)
  const old = (await findRevision(tx, siteKey, version)).values as StoredSite
  const { checkPictures, findHomeCustomPage } = change.lookups
  const lost = (await checkPictures(tx, picturesIn(old))).map(({ path }) => path)
  if (old.home && !(await findHomeCustomPage(tx, old.home.page, { lock: true }))) lost.push('home')
  const values = Object.fromEntries(Object.entries(old).filter(([name]) => !lost.includes(name)))
  await storeSite(tx, before, { values, actor: change.actor, restoredFrom: version })
}

/** The values in force; pictures that are deleted or in the trash are null, as visitors see. */
export async function readShownSite(
  db: Database,
  config: Parameters<typeof readSite>[1],
  { checkPictures }: Pick<SiteLookups, 'checkPictures'>,
): ReturnType<typeof readSite> {
  const { inForce, ...site } = await readSite(db, config)
  const lost = await checkPictures(db, picturesIn(site.stored))
  return { ...site, inForce: { ...inForce, ...Object.fromEntries(lost.map(({ path }) => [path, null])) } }
}

/** Throws 404. */
export async function requireRevision(db: Database, { version = '' }: { version?: string }): Promise<void> {
  await findRevision(db, siteKey, parseId(version, notFound('revision')))
}

type Before = Pick<Awaited<ReturnType<typeof readSite>>, 'version' | 'stored'>

async function lockSite(tx: Database, expected: Expected): Promise<Before> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('site settings', 0))`)
  const before = await readSite(tx, nothingStored)
  checkVersion(before.version, expected)
  return before
}

const picturesIn = (values: SiteInput | StoredSite): SitePictures =>
  Object.fromEntries(
    pictureNames.flatMap((name) => (typeof values[name] === 'number' ? [[name, values[name]]] : [])),
  ) as SitePictures

/** The values before the first recorded change become the first version of the history. */
async function storeSite(
  tx: Database,
  { version, stored }: Before,
  { values, actor, restoredFrom }: { values: StoredSite; actor: Actor; restoredFrom?: number },
): Promise<void> {
  const row = { values, version: version + 1 }
  await tx
    .insert(siteSettings)
    .values({ id: 1, ...row })
    .onConflictDoUpdate({ target: siteSettings.id, set: row })
  if (restoredFrom === undefined && Bun.deepEquals(values, stored)) return
  const before = () => ({ values: stored, savedAt: new Date().toISOString() })
  await addRevision(tx, siteKey, { kind: 'published', values, actor, restoredFrom, before })
}

/** The values to store after a change. */
export function changed(stored: StoredSite, input: Partial<Record<keyof StoredSite, unknown>>): StoredSite {
  const look = input.look && withoutNull({ ...stored.look, ...input.look })
  const isEmpty = look && Object.keys(look).length === 0
  return withoutNull({ ...stored, ...input, ...(look ? { look: isEmpty ? null : look } : {}) })
}

const withoutNull = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

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

/** The media uses and links of the site's values: logos, icon and social picture, menu and footer. */
export const namingSite: Naming = {
  kind: 'site-settings',
  versions: sql`select ${sql.raw(`'${siteKey.recordId}'`)}, ${siteSettings.version} from ${siteSettings}`,
  async read(db) {
    const [row] = await db.select().from(siteSettings)
    return (
      row && {
        version: row.version,
        title: row.values.name ?? siteKey.recordId,
        visibility: 'live',
        values: row.values,
      }
    )
  },
  fields: (values: StoredSite) => ({ ...picturesOf(values), ...linksOf(values) }),
  links: linksOf,
}

const picturesOf = (values: StoredSite): Record<string, string> =>
  Object.fromEntries(Object.entries(picturesIn(values)).map(([name, picture]) => [name, `/media/${picture}/`]))

function linksOf({ navigation = [], social = [], announcement }: StoredSite) {
  return {
    navigation: navigation.map(({ href, children }) => ({
      href,
      children: children.map((child) => ({ href: child.href })),
    })),
    social: social.map(({ url }) => ({ url })),
    announcement: { href: announcement?.href },
  }
}
