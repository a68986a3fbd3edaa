import { sql } from 'drizzle-orm'
import { StartError } from '#platform/start-error'
import type { Database } from './database'

/**
 * Runs before the first migration: throws if the schema contains tables of another application, or if the site may not
 * create tables. `statements` are those of the migrations; `others` is another application's table of migrations.
 */
export async function assertEmptySchema(
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
