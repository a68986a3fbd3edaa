import { getTableColumns, sql } from 'drizzle-orm'
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { contentTables } from '#app/content/tables'
import type { SystemState } from '#contract/system'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { newestMigration } from '#platform/db/migrate'
import { readMailStatus } from '#platform/mail/status'
import type { Services } from '#platform/services'
import { findNewer } from '#platform/system/newest-release'
import { countProcesses } from '#platform/system/processes'

type Build = { version: string; build: string; startedAt: string }

export async function readSystem(services: Services, { version, build, startedAt }: Build): Promise<SystemState> {
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
