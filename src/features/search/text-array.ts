import { sql, type SQL } from 'drizzle-orm'

/** An array of one parameter per text, because the driver of a server does not support arrays here. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`
