type Query = (text: string) => Promise<{ rows: unknown[] }>

/**
 * What autovacuum does of a server, by its own thresholds: PGlite has none. Without statistics the planner takes large
 * tables for small ones, and without a map of what is visible to all it reads whole rows to count them. One table at a
 * time, so that whoever waits comes between; answers with the names of those that were in need.
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
