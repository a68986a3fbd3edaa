import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { join } from 'node:path'
import { StartError } from '../start-error'
import { type Database, databaseErrorCode } from './database'

const folder = join(import.meta.dir, '../../../drizzle')
/** Any number will do, so long as every process asks for the same. */
const lockKey = 7_305_114_822
const longestWait = '60s'

/**
 * Brings the database up to this code. Bookkeeping and migrations share one transaction under an advisory lock: any
 * number of processes may start at once, and one that is killed leaves nothing half done. `migrationsFolder` is for
 * tests.
 */
export async function migrateDatabase(db: Database, migrationsFolder = folder): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder })
  if (missing(migrations, await readApplied(db)).length === 0) return
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`set local lock_timeout = '${longestWait}'`))
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`)
    await tx.execute(sql`create schema if not exists drizzle`)
    await tx.execute(
      sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
    )
    for (const migration of missing(migrations, await readApplied(tx))) {
      for (const statement of migration.sql) await tx.execute(sql.raw(statement))
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`,
      )
    }
  })
}

/** Whether nothing is left to migrate. */
export async function isMigrated(db: Database): Promise<boolean> {
  return missing(readMigrationFiles({ migrationsFolder: folder }), await readApplied(db)).length === 0
}

/** The moment of the newest migration this code knows, which names its schema. */
export const schemaVersion = (): number =>
  Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis))

/** The moments of the migrations that the database has, in milliseconds. */
async function readApplied(db: Database): Promise<Set<number>> {
  try {
    const rows = await db.select({ moment: sql<string>`created_at` }).from(sql`drizzle.__drizzle_migrations`)
    return new Set(rows.map(({ moment }) => Number(moment)))
  } catch (error) {
    const isNew = ['42P01', '3F000'].includes(databaseErrorCode(error) ?? '')
    if (isNew) return new Set()
    throw error
  }
}

function missing(migrations: MigrationMeta[], applied: Set<number>): MigrationMeta[] {
  const known = new Set(migrations.map(({ folderMillis }) => folderMillis))
  const unknown = [...applied].filter((moment) => !known.has(moment))
  if (unknown.length > 0) {
    const newest = new Date(Math.max(...unknown)).toISOString()
    throw new StartError(
      `The database is newer than this code: it has a migration of ${newest} that is unknown here. Start the newer version of the site.`,
    )
  }
  return migrations.filter(({ folderMillis }) => !applied.has(folderMillis))
}
