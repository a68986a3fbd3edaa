import { type SQL, sql } from 'drizzle-orm'
import { mapTranslations, type Translations } from '#i18n/by-language'
import type { Database } from '#platform/db/database'
import { withLowPriority } from '#platform/request-deadline'
import { type OverviewStatus, overviewStatuses } from '#records/store/content-kind'
import { recordKindNames } from '../kinds'
import type { KindOverview, OverviewRecord } from './contract'

/** Milliseconds that it may wait for the database. */
const timeout = 5000

type Row = Pick<OverviewRecord, 'id' | 'slug' | 'title' | 'publishedAt'> & {
  kind: string
  status: OverviewStatus
  /** JSON. */
  translations: string
  total: number
  recent: number
}

/** What is drafted, scheduled and published, of all kinds by one query; `selects` has one part for each. */
export async function readOverview(db: Database, selects: readonly SQL[]): Promise<KindOverview[]> {
  const rows: Row[] = await withLowPriority(timeout, () =>
    db
      .select({
        kind: sql<string>`kind`,
        status: sql<OverviewStatus>`status`,
        id: sql<number>`id`,
        slug: sql<string>`slug`,
        title: sql<string>`title`,
        translations: sql<string>`translations`,
        publishedAt: sql<string | null>`published_at`,
        total: sql<number>`total`,
        recent: sql<number>`recent`,
      })
      .from(sql`(${sql.join([...selects], sql` union all `)}) as overview`),
  )
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  return recordKindNames.map((kind) => overviewOf(kind, byKind.get(kind) ?? []))
}

function overviewOf(kind: KindOverview['kind'], rows: readonly Row[]): KindOverview {
  const lists = overviewStatuses.map((status) => {
    const found = rows.filter((row) => row.status === status)
    return [status, { count: found[0]?.total ?? 0, records: found.map(toRecord) }] as const
  })
  const recent = rows.find(({ status }) => status === 'published')?.recent ?? 0
  return { kind, ...(Object.fromEntries(lists) as Pick<KindOverview, OverviewStatus>), recent }
}

type Names = { title: string | null; slug: string | null }

const toRecord = ({ id, slug, title, translations, publishedAt }: Row): OverviewRecord => ({
  id,
  slug,
  title,
  translations: mapTranslations(JSON.parse(translations) as Translations<Names>, (names) => ({
    ...(names.title === null ? {} : { title: names.title }),
    ...(names.slug === null ? {} : { slug: names.slug }),
  })) as OverviewRecord['translations'],
  publishedAt,
})
