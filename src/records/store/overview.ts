import { type SQL, sql } from 'drizzle-orm'
import { otherLanguages } from '#i18n/language'
import type { RecordKind } from '#records/kind/record'
import { type RecordTable, withStatus } from './rows'

/** The records of each status that the dashboard shows. */
const mostInOverview = 3

export const overviewStatuses = ['draft', 'scheduled', 'published'] as const
export type OverviewStatus = (typeof overviewStatuses)[number]

/** Newest first, as the indexes of the tables have it. */
const orders = (table: RecordTable): Record<OverviewStatus, SQL> => ({
  draft: sql`${table.updatedAt} desc`,
  scheduled: sql`${table.publishedAt}, ${table.id}`,
  published: sql`${table.publishedAt} desc nulls first, ${table.id} desc nulls first`,
})

/**
 * Selects the drafts that were changed last, the records that are published next, and those published last: a few of each
 * with their `total`, and with how many were published in the last 30 days (`recent`).
 */
export function overviewRows({ name }: Pick<RecordKind, 'name'>, table: RecordTable): SQL {
  const parts = overviewStatuses.map((status) => {
    const scope = withStatus(table, status)
    const count = (where: SQL) => sql`(select count(*)::int from ${table} where ${where})`
    // Rows without a date were published by older releases, nobody knows when.
    const listed = status === 'published' ? sql`${scope} and ${table.publishedAt} is not null` : scope
    const isRecent = sql`${scope} and ${table.publishedAt} > now() - interval '30 days'`
    return sql`(select ${name}::text as kind, ${status}::text as status, ${table.id} as id, ${table.slug} as slug,
      ${table.title} as title, ${textsOf(table)} as translations,
      to_char(${table.publishedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as published_at,
      ${count(scope)} as total, ${status === 'published' ? count(isRecent) : sql`0`} as recent
      from ${table} where ${listed} order by ${orders(table)[status]} limit ${mostInOverview}::int)`
  })
  return sql.join(parts, sql` union all `)
}

/** Only what names a record in other languages, as text: a translation has its whole content. */
const textsOf = ({ translations }: RecordTable): SQL => {
  const pairs = otherLanguages.map(
    (language) =>
      sql`${language}::text, json_build_object('title', ${translations} #>> ${`{${language},title}`}::text[], 'slug', ${translations} #>> ${`{${language},slug}`}::text[])`,
  )
  return sql`json_build_object(${sql.join(pairs, sql`, `)})::text`
}
