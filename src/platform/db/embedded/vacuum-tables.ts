type Query = (text: string) => Promise<{ rows: unknown[] }>

/**
 * Replaces autovacuum, with its own thresholds: PGlite has none. Without statistics the planner misjudges large tables
 * as small ones, and without a visibility map counting reads whole rows. One table at a time, so that other queries can
 * run in between; returns the names of the vacuumed tables.
 */
export async function vacuumTables(query: Query): Promise<string[]> {
  const { rows } = await query(inNeed)
  const names = rows.map((row) => String(Object.values(row as object)[0]))
  for (const name of names) await query(`vacuum (analyze) ${name}`)
  return names
}

const inNeed = `
  select quote_ident(stat.schemaname) || '.' || quote_ident(stat.relname) as name
  from pg_stat_user_tables as stat join pg_class on pg_class.oid = stat.relid
  where n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)
    or n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
    or n_ins_since_vacuum > 1000 + 0.2 * greatest(reltuples, 0)
  order by name`
