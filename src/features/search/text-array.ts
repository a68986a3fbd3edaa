import { sql, type SQL } from 'drizzle-orm'

/** Of as many parameters as there are texts: the driver of a server knows no arrays. */
export const textArray = (texts: readonly string[]): SQL =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`
