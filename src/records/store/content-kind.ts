// What other features get of a kind's records: the parts of `ContentKind` (`platform/feature.ts`) that read its table.
import { and, eq, getTableColumns, inArray, sql, asc, type SQL } from 'drizzle-orm'
import type { Findable, FindableText, NamedRecord, Naming } from '#platform/feature'
import { defaultLanguage, languages, otherLanguages } from '#i18n/language'
import { unpackContent } from '#records/kind/content'
import { bodyValues } from '#records/kind/stored-content'
import { isNested, isText } from '#records/kind/fields'
import { wordsOf } from '#records/kind/nested-texts'
import type { RecordKind, RecordBody } from '#records/kind/record'
import { slugIn } from '#records/translation/localize'
import { localizeMetadata } from '#records/translation/versions'
import { asRow, type RecordTable, type Row, recordRows, withStatus } from './rows'
import type { Actor, Transaction } from '#platform/events/events'
import type { Expected } from '#platform/writes/commit'
import type { RecordStore } from '#records/store'

/** The search entries of one kind's records: all texts, with the title and the lead first. */
export function findableRecords(kind: RecordKind, table: RecordTable): Findable {
  const isPublished = eq(table.status, 'published')
  const named = Object.entries(kind.fields)
    .filter(([name, field]) => name !== 'title' && (isText(field) || isNested(field)))
    .toSorted(([, left], [, right]) => order.indexOf(left.type) - order.indexOf(right.type))
  const fields = Object.fromEntries(named)

  const textOf = (texts: Record<string, unknown>, original: Row) =>
    wordsOf(fields, { ...texts, content: asSentences(unpackContent(String(texts.content ?? '')).html) }, original)

  function toTexts(row: Row): FindableText[] {
    const { id, version, publishedAt } = row
    return languages.flatMap((language) => {
      const texts: Record<string, unknown> = language === defaultLanguage ? row : { ...row.translations[language] }
      const title = String(texts.title ?? '')
      if (title.trim() === '' || localizeMetadata({ ...row, ...bodyValues(kind, row) }, language).noindex) return []
      const params = { slug: slugIn(row, language) }
      return {
        id: String(id),
        version,
        visibleFrom: publishedAt,
        page: kind.page,
        language,
        params,
        title,
        text: textOf(texts, row),
      }
    })
  }

  return {
    kind: kind.name,
    versions: sql`select ${table.id}::text, ${table.version} from ${table} where ${isPublished}`,
    async read(db, ids) {
      const rows = await db
        .select()
        .from(table)
        .where(and(isPublished, inArray(table.id, ids.map(Number))))
        .orderBy(table.id)
        .for('share')
      return rows.flatMap((row) => toTexts(asRow(row)))
    },
    async details(db, ids) {
      const [name] = Object.entries(kind.fields).find(([, { type }]) => type === 'picture') ?? []
      const picture = name === undefined ? undefined : getTableColumns(table)[name]
      const rows = await db
        .select({
          id: table.id,
          publishedAt: table.publishedAt,
          picture: sql<string | null>`${picture ?? null}`,
        })
        .from(table)
        .where(inArray(table.id, ids.map(Number)))
      return new Map(
        rows.map(({ id, publishedAt, picture: src }) => [
          String(id),
          { date: typeof publishedAt === 'string' ? publishedAt : undefined, picture: src || undefined },
        ]),
      )
    },
  }
}

/** Headings end like sentences, so that what follows them in a line of text is not read as their end. */
const asSentences = (html: string) => html.replace(/([^.!?:…\s])(<\/h[1-6]>)/gi, '$1.$2')

/** Field types by how well they summarize a record. */
const order = ['lines', 'html', 'text', 'list', 'blocks']

const visibility = { published: 'live', draft: 'draft', trashed: 'out' } as const

/** The records of one kind for features that index what records refer to. */
export function namingRecords<K extends RecordKind>(kind: K, table: RecordTable): Naming {
  const { valuesOf } = recordRows(kind, table)
  const toNamed = (row: Row): NamedRecord => ({
    version: row.version,
    title: String(row.title),
    visibility: visibility[row.status],
    values: valuesOf(row),
  })
  return {
    kind: kind.name,
    versions: sql`select ${table.id}::text, ${table.version} from ${table}`,
    async read(db, id) {
      const [stored] = await db
        .select()
        .from(table)
        .where(eq(table.id, Number(id)))
      return stored && toNamed(asRow(stored))
    },
    async listLive(db, limit) {
      const rows = await db
        .select()
        .from(table)
        .where(eq(table.status, 'published'))
        .orderBy(asc(table.id))
        .limit(limit)
      return rows.map(asRow).map((row) => ({ id: String(row.id), ...toNamed(row) }))
    },
    fields: (values) => values,
  }
}

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

/** The records of one kind as a port of imports, which write whatever version is stored. */
export const importingRecords = <K extends RecordKind>(kind: K, store: RecordStore<K>, table: RecordTable) => {
  const target = (id: number, actor: Actor) => ({ id, expected: undefined, actor })
  return {
    kind: kind as RecordKind,
    table,
    naming: namingRecords(kind, table),
    keyOf: store.keyOf,
    create: (tx: Transaction, body: RecordBody, actor: Actor): Promise<Stored> => store.create(tx, body, actor),
    update: (tx: Transaction, id: number, body: RecordBody, actor: Actor): Promise<Stored> =>
      store.update(tx, target(id, actor), body),
    /** Restores as a draft. Throws 409 for a record that is not in the trash. */
    untrash: (tx: Transaction, id: number, actor: Actor): Promise<Stored> =>
      store.untrash(tx, target(id, actor), 'draft'),
    /** Restores as published. Throws the same, and 422 for a record that cannot be. */
    putBack: (tx: Transaction, id: number, actor: Actor): Promise<Stored> =>
      store.untrash(tx, target(id, actor), 'published'),
    trash: (tx: Transaction, id: number, expected: Expected, actor: Actor): Promise<Stored> =>
      store.trash(tx, { id, expected, actor }),
  }
}

type Stored = { id: number; version: number }

export type Importing = ReturnType<typeof importingRecords>
