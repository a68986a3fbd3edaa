import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unavailable } from '#contract/http-error'
import type { Log } from '#platform/log/log'
import { StartError } from '#platform/start-error'
import { type Database, databaseErrorCode } from './database'
import { isPassing } from './external/server-faults'
import { assertEmptySchema } from './assert-empty-schema'

const folder = join(import.meta.dir, '../../../drizzle')
/** Any number will do, so long as every process asks for the same. */
const lockKey = 7_305_114_822
/** While one process migrates, the others wait. */
const longestTurn = '60s'
const bookkeeping = 'drizzle.__drizzle_migrations'
const one = sql`(select 1) as one`

/**
 * `lock` is how long (milliseconds) a migration waits for a table that others use: whoever comes after waits behind it,
 * so it must be less than visitors notice. Then it lets them pass, and tries again after each of the `pauses`.
 */
type Patience = { lock: number; pauses: number[] }
const patience: Patience = { lock: 400, pauses: [500, ...Array.from({ length: 59 }, () => 2000)] }

type Migration = { tag: string; moment: number; hash: string; statements: string[] }

/**
 * Brings a database up to this code, one migration after the other, each in a transaction of its own under an
 * advisory lock that ends with it: any number of processes may start at once, behind a pooler too, and one that is
 * killed leaves no migration half done. A database that is newer is taken as it is, for migrations leave the release
 * before able to work.
 */
export async function migrateDatabase(
  db: Database,
  log?: Log,
  { migrationsFolder = folder, ...patient }: Partial<Patience> & { migrationsFolder?: string } = {},
): Promise<void> {
  const migrations = readMigrations(migrationsFolder)
  const applied = await readApplied(db)
  if (migrations.every(({ moment }) => !applied.has(moment)))
    await assertEmptySchema(db, {
      statements: migrations.flatMap(({ statements }) => statements),
      others: applied.size > 0 ? bookkeeping : undefined,
    })
  await checkNotTooNew(db, migrations, applied, log)
  const missing = migrations.filter(({ moment }) => !applied.has(moment))
  // A new database has nobody who waits: all at once takes a third of the time.
  const rounds = applied.size === 0 ? [missing] : missing.map((migration) => [migration])
  for (const round of rounds) await applyOnce(db, round, log, { ...patience, ...patient })
}

/** Throws where the database, which takes no writes, has not all that this code reads, and `StartError` where it is too new. */
export async function checkMigrated(db: Database, log?: Log): Promise<void> {
  const migrations = readMigrations(folder)
  const applied = await readApplied(db)
  await checkNotTooNew(db, migrations, applied, log)
  const missing = migrations.filter(({ moment }) => !applied.has(moment))
  if (missing.length > 0)
    throw unavailable(
      new Error(
        `The database lacks migrations of this release (${missing.map(({ tag }) => tag).join(', ')}) and takes no writes`,
      ),
    )
}

/**
 * A migration that the releases before cannot live with leaves as the comment of the bookkeeping the moment of the
 * newest migration that a release must know from then on.
 */
async function checkNotTooNew(
  db: Database,
  migrations: Migration[],
  applied: ReadonlySet<number>,
  log: Log | undefined,
): Promise<void> {
  const unknown = [...applied].filter((moment) => migrations.every((known) => known.moment !== moment))
  if (unknown.length === 0) return
  const newest = Math.max(...unknown)
  const [row] = await db
    .select({ needed: sql<string | null>`obj_description('${sql.raw(bookkeeping)}'::regclass, 'pg_class')` })
    .from(one)
  const found = { newest: new Date(newest).toISOString() }
  if (Number(row?.needed ?? 0) > Math.max(...migrations.map(({ moment }) => moment)))
    throw new StartError(
      `The database is too new for this code: it has a migration of ${found.newest}. Start the newer version of the site.`,
    )
  log?.warn('The database is newer than this code, which goes on with it', found)
}

/** Whether nothing is left to migrate. */
export async function isMigrated(db: Database): Promise<boolean> {
  const applied = await readApplied(db)
  return readMigrations(folder).every(({ moment }) => applied.has(moment))
}

/** The newest migration that the database has, by its name; one that a newer release has brought by its moment. */
export async function newestMigration(db: Database): Promise<string> {
  const newest = Math.max(0, ...(await readApplied(db)))
  const known = readMigrations(folder).find(({ moment }) => moment === newest)
  return known?.tag ?? new Date(newest).toISOString()
}

/** The moment of the newest migration this code knows, which names its schema. */
export const schemaVersion = (): number => Math.max(...readMigrations(folder).map(({ moment }) => moment))

async function applyOnce(db: Database, round: Migration[], log: Log | undefined, { lock, pauses }: Patience) {
  for (let attempt = 0; ; attempt++) {
    let tag = ''
    try {
      return await db.transaction(async (tx) => {
        const applied = await takeTurn(tx, lock)
        for (const migration of round) {
          tag = migration.tag
          if (!applied.has(migration.moment)) await apply(tx, migration)
        }
      })
    } catch (error) {
      const pause = pauses[attempt]
      if (!isHeldUp(error)) throw isPassing(error) ? error : failed(tag, error)
      if (pause === undefined) throw gaveUp(tag)
      if (attempt === 0) log?.warn('A migration waits until others let go of what it changes', { migration: tag })
      await Bun.sleep(pause)
    }
  }
}

/** Answers the migrations that are there when it is this process's turn, which lasts as long as the transaction. */
async function takeTurn(tx: Database, lock: number): Promise<Set<number>> {
  await tx.execute(sql.raw(`set local lock_timeout = '${longestTurn}'`))
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
  await tx.execute(sql.raw(`set local lock_timeout = '${lock}ms'`))
  const applied = await readApplied(tx)
  if (applied.size === 0) await makeBookkeeping(tx)
  return applied
}

async function apply(tx: Database, { moment, hash, statements }: Migration): Promise<void> {
  for (const statement of statements) await tx.execute(sql.raw(statement))
  await tx.execute(sql`insert into ${sql.raw(bookkeeping)} (hash, created_at) values (${hash}, ${moment})`)
}

/** As `drizzle-kit` lays it out. */
async function makeBookkeeping(tx: Database): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql.raw(`create table if not exists ${bookkeeping} (id serial primary key, hash text not null, created_at bigint)`),
  )
}

/** A lock that did not come in time, or a deadlock. */
const isHeldUp = (error: unknown) => ['55P03', '40P01'].includes(databaseErrorCode(error) ?? '')

const failed = (tag: string, error: unknown) =>
  new StartError(`The migration ${tag} failed, and the database is as it was before it: ${innermostMessage(error)}`)

const gaveUp = (tag: string) =>
  new StartError(
    `The migration ${tag} could not begin: others hold on to what it changes (see pg_stat_activity). The database is as it was before it; start again.`,
  )

const innermostMessage = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? innermostMessage(error.cause)
      : error.message
    : String(error)

/** The moments of the migrations that the database has, in milliseconds. */
async function readApplied(db: Database): Promise<Set<number>> {
  const [place] = await db.select({ found: sql<string | null>`to_regclass('${sql.raw(bookkeeping)}')` }).from(one)
  if (!place?.found) return new Set()
  const rows = await db.select({ moment: sql<string>`created_at` }).from(sql.raw(bookkeeping))
  return new Set(rows.map(({ moment }) => Number(moment)))
}

function readMigrations(migrationsFolder: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  return readMigrationFiles({ migrationsFolder }).map(({ sql: statements, folderMillis: moment, hash }, index) => ({
    tag: entries[index]?.tag ?? '',
    moment,
    hash,
    statements,
  }))
}
