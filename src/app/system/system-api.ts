import { getTableColumns, sql, eq } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { contentTables } from '#app/content/site-content'
import { type SystemState, jobReport, systemState, type JobReport } from '#contract/system'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { newestMigration } from '#platform/db/migrate'
import { readMailStatus } from '#platform/mail/outbox'
import type { Services } from '#platform/services'
import { z } from 'zod'
import { newestRelease } from '#platform/system/table'
import { countProcesses } from '#platform/system/feature'
import { Elysia } from 'elysia'
import { jobs } from '#app/jobs'
import type { Manifest } from '#app/manifest'
import { adminOnly } from '#auth/admin-only'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import type { JobCount, Meter } from '#platform/metrics/meter'
import type { Job } from '#platform/jobs/scheduler'
import { readLimited } from '#platform/http/bodies'

type Build = { version: string; build: string; startedAt: string }

async function readSystem(services: Services, { version, build, startedAt }: Build): Promise<SystemState> {
  const { config, db } = services
  const [database, files, diskFree, migration, processes, mail, newer] = await Promise.all([
    measureDatabase(services),
    measureFiles(db),
    freeBytes(config),
    newestMigration(db),
    countProcesses(services),
    readMailStatus(db, config),
    findNewer(services, version),
  ])
  const media = { ...files, place: placeOfFiles(config) }
  const listen = listening(services)
  return { version, build, database, media, diskFree, migration, startedAt, processes, mail, listen, newer }
}

/** Free bytes on the disk of `DATA_DIR`, which may not exist yet with an external database and no media. */
export async function freeBytes({ dataDir }: Pick<Config, 'dataDir'>): Promise<number> {
  let place = resolve(dataDir)
  while (!existsSync(place)) place = dirname(place)
  const { bavail, bsize } = await statfs(place)
  return bavail * bsize
}

async function measureDatabase({ db, config }: Pick<Services, 'db' | 'config'>): Promise<SystemState['database']> {
  const [row] = await db
    .select({
      version: sql<string>`current_setting('server_version')`,
      bytes: sql<number>`pg_database_size(current_database())::float8`,
    })
    .from(sql`(select 1) as one`)
  const kind = config.databaseUrl === undefined ? 'embedded' : 'postgres'
  // Distributions append the name of their package to the number.
  return { kind, version: row?.version.split(' ')[0] ?? '', bytes: row?.bytes ?? 0 }
}

/** The files that belong to rows. */
async function measureFiles(db: Database): Promise<{ count: number; bytes: number }> {
  const sizes = Object.values(contentTables).flatMap(({ table, file }) => {
    const { bytes } = getTableColumns(table)
    return file !== undefined && bytes !== undefined ? [{ table, bytes }] : []
  })
  const measured = await Promise.all(
    sizes.map(({ table, bytes }) =>
      db
        .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(${bytes}), 0)::float8` })
        .from(table),
    ),
  )
  const rows = measured.flat()
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

const placeOfFiles = ({ bucket, dataDir }: Config): string =>
  bucket ? `s3://${[bucket.bucket, bucket.prefix].filter(Boolean).join('/')}` : join(resolve(dataDir), 'media')

function listening({ config, cacheTags }: Services): SystemState['listen'] {
  const reason = cacheTags.listenError() ?? null
  return { state: config.databaseUrl === undefined ? 'embedded' : reason === null ? 'connected' : 'lost', reason }
}

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
async function findNewer(
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
  return release.parse(JSON.parse((await readLimited(answer.body ?? [], largest)).toString()))
}

/** Versions that are not numeric count as newer if they differ. */
function isAfter(version: string, ours: string): boolean {
  const plain = version.replace(/^v/, '')
  const isOrdered = [plain, ours].every((name) => /^\d+\.\d+\.\d+/.test(name))
  return isOrdered ? Bun.semver.order(plain, ours) > 0 : plain !== ours
}

/** Minimum tolerance in milliseconds before a frequent job counts as late. */
const minTolerance = 300_000

giveExample(systemState, {
  version: '1.4.0',
  build: '3f9c1a7be204',
  database: { kind: 'postgres', version: '18.1', bytes: 48_234_496 },
  media: { count: 312, bytes: 734_003_200, place: 's3://acme-media/site' },
  diskFree: 21_474_836_480,
  migration: '0030_site_texts',
  processes: 2,
  listen: { state: 'connected', reason: null },
})
describeFields(systemState, {
  version: 'The version of the site.',
  build: 'Identifies the running build.',
  diskFree: 'Free bytes of the disk with `DATA_DIR`.',
  migration: 'The latest migration that was applied.',
  processes: 'The server processes on all machines; one that crashed is counted for 16 more seconds.',
  listen:
    'The connection for database notifications. `lost`: changes made by other processes are shown late; `embedded`: there are no other processes.',
  newer: 'A later release according to `UPDATE_URL`, which is requested at most once a day.',
})
describeFields(systemState.shape.database, { version: 'The version of PostgreSQL.' })
giveExample(jobReport, { name: 'send mail', state: 'ok', lastSuccess: '2026-03-02T09:00:00.000Z', failures: 0 })
describeFields(jobReport, {
  state:
    '`failing`: the last run failed; `overdue`: the last success is three intervals ago; `waiting`: before the first run.',
  failures: 'How many runs failed since the start.',
})

const operations = describe({
  getSystem: 'Get the system status.',
  listJobs: 'List scheduled jobs. The state of each job in the processes of this machine since their start.',
})

/** The state of the system. */
export const systemApi = (services: Services, manifest: () => Manifest) => {
  const startedAt = new Date().toISOString()
  return new Elysia({ prefix: '/system', tags: ['System'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => readSystem(services, { ...manifest(), startedAt }), {
      response: { 200: systemState },
      detail: operations.getSystem,
    })
    .get('/jobs', () => readJobs(services.meter, startedAt), {
      response: { 200: z.array(jobReport) },
      detail: operations.listJobs,
    })
}

/** The result of each job, in the order of the features. `startedAt` is the start of the process. */
function readJobs(meter: Meter, startedAt: string): JobReport[] {
  const counts = meter.jobs()
  return jobs.flatMap((job) => {
    const count = counts.get(job.name)
    return count ? [reportOf(job, count, Date.parse(startedAt))] : []
  })
}

function reportOf(job: Job, { lastSuccess, failures, failuresInARow }: JobCount, startedAt: number): JobReport {
  const isLate = Date.now() - Math.max(lastSuccess, startedAt) > toleranceOf(job)
  return {
    name: job.name,
    state: failuresInARow > 0 ? 'failing' : isLate ? 'overdue' : lastSuccess > 0 ? 'ok' : 'waiting',
    lastSuccess: lastSuccess > 0 ? new Date(lastSuccess).toISOString() : null,
    failures,
  }
}

/** Three intervals. Jobs with times of their own never count as late. */
const toleranceOf = (job: Job): number => ('every' in job ? Math.max(minTolerance, 3 * job.every) : Infinity)
