import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { unavailable } from '#contract/http-error'
import type { Log } from '#platform/log/log'
import { StartError } from '#platform/start-error'
import { type Database, databaseErrorCode } from './database'
import { isPassing } from './external/gate'

const folder = join(import.meta.dir, '../../../drizzle')
/** An arbitrary number, the same for every process. */
const lockKey = 7_305_114_822
/** How long the other processes wait while one migrates. */
const longestTurn = '60s'
const bookkeeping = 'drizzle.__drizzle_migrations'
const one = sql`(select 1) as one`

/**
 * `lock` is the lock timeout of a migration in milliseconds: later queries queue behind it, so it must be too short for
 * visitors to notice. After a timeout it lets them run, and retries after each of the `pauses`.
 */
type LockRetries = { lock: number; pauses: number[] }
const defaultRetries: LockRetries = { lock: 400, pauses: [500, ...Array.from({ length: 59 }, () => 2000)] }

type Migration = { tag: string; moment: number; hash: string; statements: string[] }

/**
 * Migrates a database to this code's schema, one migration after the other, each in a transaction of its own under an
 * advisory lock that ends with it: several processes can start at once, also behind a pooler, and a killed one leaves
 * no partial migration. A newer schema is accepted, because migrations are compatible with the previous release.
 */
export async function migrateDatabase(
  db: Database,
  log?: Log,
  { migrationsFolder = folder, ...retries }: Partial<LockRetries> & { migrationsFolder?: string } = {},
): Promise<void> {
  const migrations = readMigrations(migrationsFolder)
  const applied = await readApplied(db)
  const statements = migrations.flatMap((migration) => migration.statements)
  if (applied.size > 0 && migrations.every(({ moment }) => !applied.has(moment)))
    await assertEmptySchema(db, { statements, others: bookkeeping })
  await checkNotTooNew(db, migrations, applied, log)
  const missing = migrations.filter(({ moment }) => !applied.has(moment))
  // A new database has no other users: a single transaction takes a third of the time.
  const rounds = applied.size === 0 ? [missing] : missing.map((migration) => [migration])
  for (const round of rounds) await applyOnce(db, { round, statements, log, ...defaultRetries, ...retries })
}

/** For a read-only database: throws if it lacks migrations, and `StartError` if its schema is too new. */
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
 * A migration that is incompatible with previous releases stores, in the comment of the migrations table, the timestamp
 * of the newest migration that a release has to know.
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

/** Whether no migration is pending. */
export async function isMigrated(db: Database): Promise<boolean> {
  const applied = await readApplied(db)
  return readMigrations(folder).every(({ moment }) => applied.has(moment))
}

/** The name of the newest applied migration, or its timestamp if it is from a newer release. */
export async function newestMigration(db: Database): Promise<string> {
  const newest = Math.max(0, ...(await readApplied(db)))
  const known = readMigrations(folder).find(({ moment }) => moment === newest)
  return known?.tag ?? new Date(newest).toISOString()
}

/** The timestamp of this code's newest migration, which identifies its schema. */
export const schemaVersion = (): number => Math.max(...readMigrations(folder).map(({ moment }) => moment))

type Round = LockRetries & { round: Migration[]; statements: string[]; log: Log | undefined }

async function applyOnce(db: Database, { round, statements, log, lock, pauses }: Round) {
  for (let attempt = 0; ; attempt++) {
    let tag = ''
    try {
      return await db.transaction(async (tx) => {
        const applied = await takeTurn(tx, lock)
        // Only under the lock: another process may have just migrated the empty database.
        if (applied.size === 0) {
          await assertEmptySchema(tx, { statements })
          await makeBookkeeping(tx)
        }
        for (const migration of round) {
          tag = migration.tag
          if (!applied.has(migration.moment)) await apply(tx, migration)
        }
      })
    } catch (error) {
      if (error instanceof StartError) throw error
      const pause = pauses[attempt]
      if (!isHeldUp(error)) throw isPassing(error) ? error : failed(tag, error)
      if (pause === undefined) throw gaveUp(tag)
      if (attempt === 0) log?.warn('A migration waits until others let go of what it changes', { migration: tag })
      await Bun.sleep(pause)
    }
  }
}

/** Acquires the lock until the transaction ends; returns the applied migrations. */
async function takeTurn(tx: Database, lock: number): Promise<Set<number>> {
  await tx.execute(sql.raw(`set local lock_timeout = '${longestTurn}'`))
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
  await tx.execute(sql.raw(`set local lock_timeout = '${lock}ms'`))
  return readApplied(tx)
}

async function apply(tx: Database, { moment, hash, statements }: Migration): Promise<void> {
  for (const statement of statements) await tx.execute(sql.raw(statement))
  await tx.execute(sql`insert into ${sql.raw(bookkeeping)} (hash, created_at) values (${hash}, ${moment})`)
}

/** The same table as `drizzle-kit` creates. */
async function makeBookkeeping(tx: Database): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(
    sql.raw(`create table if not exists ${bookkeeping} (id serial primary key, hash text not null, created_at bigint)`),
  )
}

/** A lock timeout or a deadlock. */
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

/** The timestamps of the applied migrations, in milliseconds. */
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

/**
 * Runs before the first migration: throws if the schema contains tables of another application, or if the site may not
 * create tables. `statements` are those of the migrations; `others` is another application's table of migrations.
 */
async function assertEmptySchema(
  db: Database,
  { statements, others }: { statements: readonly string[]; others?: string },
): Promise<void> {
  const tables = statements.flatMap((text) =>
    [...text.matchAll(/^CREATE TABLE "(\w+)"/gim)].map(([, name = '']) => name),
  )
  const names = sql.join(
    tables.map((name) => sql`(${name}::text)`),
    sql`, `,
  )
  const [facts] = await db
    .select({
      database: sql<string>`current_database()`,
      role: sql<string>`current_user`,
      encoding: sql<string>`current_setting('server_encoding')`,
      taken: sql<string | null>`(select string_agg(name, ', ' order by name) from (values ${names}) as wanted (name)
        where to_regclass(quote_ident(name)) is not null)`,
      schema: sql<string | null>`current_schema()`,
      mayMakeTables: sql<boolean>`coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)`,
      mayMakeSchemas: sql<boolean>`has_database_privilege(current_database(), 'CREATE')`,
      hasSchema: sql<boolean>`to_regnamespace('drizzle') is not null`,
    })
    .from(sql`(select 1) as one`)
  if (!facts) return
  const { database, role, encoding, taken, schema } = facts
  if (others)
    throw new StartError(
      `The database ${database} holds the migrations of something else (${others}). Give the site a database of its own.`,
    )
  if (taken)
    throw new StartError(
      `The database ${database} holds tables that are not this site's (${taken}). Give the site a database of its own.`,
    )
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database ${database} keeps its texts as ${encoding}, and the site needs UTF8. Make it one with ENCODING 'UTF8' TEMPLATE template0.`,
    )
  if (schema === null)
    throw new StartError(
      `The database ${database} has no schema for the tables of the role ${role}: CREATE SCHEMA public.`,
    )
  if (!facts.mayMakeTables)
    throw new StartError(
      `The role ${role} may not make tables in the database ${database}: GRANT CREATE ON SCHEMA ${schema} TO ${role}, or let it own the database.`,
    )
  if (!facts.mayMakeSchemas && !facts.hasSchema)
    throw new StartError(
      `The role ${role} may not make the schema drizzle in the database ${database}: GRANT CREATE ON DATABASE ${database} TO ${role}, or let it own the database.`,
    )
}
