import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { createSelectSchema } from 'drizzle-zod'
import { z } from 'zod'
import { ensureSetupCode } from '#auth/store'
import type { Database } from '#platform/db/database'
import { type Actor, system, emit, type Transaction } from '#platform/events/events'
import type { ContentTable } from '#platform/feature'
import { StartError } from '#platform/start-error'
import { isStorable, plainText } from '#text/schema'
import { storedMoment } from '#text/stored-schema'
import { commitWork, type WriteServices } from '#platform/writes/commit'
import { features } from '#app/features'
import type { Issue } from '#contract/http-error'
import { isMessageId, translate } from '#i18n/translate'
import { defaultLanguage, type Language } from '#i18n/language'

/** The tables in archives, by their names there; referenced tables come first. */
export const contentTables: Readonly<Record<string, ContentTable>> = Object.assign(
  {},
  ...features.map(({ content }) => content?.tables),
)

/** The tables of transient rows, emptied by a restore. */
export const passingTables: readonly PgTable[] = features.flatMap(({ content }) => content?.passing ?? [])

/** The tables of this installation, untouched by a restore. */
export const stayingTables: readonly PgTable[] = features.flatMap(({ content }) => content?.staying ?? [])

/** Characters of a text without a limit of its own: more than the longest content, and than its JSON in a history. */
const longestText = 16 * 1024 * 1024

/** The stored rows of every part. */
export type SiteContent = Record<string, Record<string, unknown>[]>

export const parts = Object.keys(contentTables)

/** Schemas of rows: exactly the columns of the table, with storable values. Made when used, because they are a fifth of all schemas. */
export const rowSchemas: Readonly<Record<string, z.ZodType<Record<string, unknown>>>> = Object.fromEntries(
  Object.entries(contentTables).map(([part, content]) => [part, z.lazy(() => rowOf(content))]),
)

const siteContent: z.ZodType<SiteContent> = z.strictObject(
  Object.fromEntries(Object.entries(rowSchemas).map(([part, row]) => [part, z.array(row)])),
)

/** Throws `StartError` for the first invalid row. */
export function checkContent(content: unknown): SiteContent {
  const checked = siteContent.safeParse(content)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw new StartError(`The content holds a row that does not fit: ${issue?.path.join('.')} ${issue?.message}`)
}

/**
 * The schema of a part's rows: its columns by their types and by the contract of its feature. What was in progress has
 * ended.
 */
function rowOf({ table, row: further = {}, later = [], check, ended = (row) => row }: ContentTable) {
  const byColumn = Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      (schema: z.ZodType) => {
        const own = further[name] ?? narrowed(column, schema)
        return later.includes(name) ? own.optional() : own
      },
    ]),
  )
  return createSelectSchema(table, byColumn)
    .strict()
    .transform((row: Record<string, unknown>, context) => {
      const issue = check?.(row)
      if (issue) context.addIssue({ code: 'custom', path: issue.path.split('.'), message: issue.message })
      return ended(row)
    })
}

function narrowed(column: Column, schema: z.ZodType): z.ZodType {
  const type = column.getSQLType()
  if (type === 'text') return column.notNull ? plainText(longestText) : plainText(longestText).nullable()
  if (type === 'jsonb') return schema.refine(isStorable, 'validation.characters')
  if (type === 'serial') return z.int32().min(1)
  if (!type.startsWith('timestamp')) return schema
  return column.notNull ? storedMoment : storedMoment.nullable()
}

/**
 * Replaces all content by what `insert` inserts, or changes nothing. All sessions end, and every listening process drops
 * its cached responses. Resolves to a set-up code when there is no administrator left.
 */
export function replaceAll(
  services: WriteServices,
  insert: (tx: Transaction) => Promise<unknown>,
  actor: Actor = system,
): Promise<string | null> {
  return commitWork(services, actor, async (tx) => {
    for (const table of passingTables) await tx.delete(table)
    for (const { table } of Object.values(contentTables).toReversed()) await tx.delete(table)
    emit(tx, { kind: 'site', action: 'updated', id: null })
    await insert(tx)
    return ensureSetupCode(tx)
  })
}

/** A stored row of a part. */
export type PartRow = { part: string; row: Record<string, unknown> }

/** Rows per statement: few, so that building one does not block the event loop. */
const rowsAtOnce = 25

/** Inserts streamed rows into empty tables. */
export async function insertRows(
  tx: Database,
  rows: AsyncIterable<PartRow> | Iterable<PartRow>,
  inserted: (count: number) => void = () => {},
): Promise<void> {
  let batch: Record<string, unknown>[] = []
  let current = ''
  const flush = async () => {
    if (batch.length > 0) await tx.insert(contentTables[current]!.table).values(batch)
    inserted(batch.length)
    batch = []
  }
  const filled = new Set<PgTable>()
  for await (const { part, row } of rows) {
    if (part !== current || batch.length === rowsAtOnce) await flush()
    current = part
    batch.push(row)
    filled.add(contentTables[part]!.table)
  }
  await flush()
  for (const table of filled) if ('id' in getTableColumns(table)) await tx.execute(continueIds(sql`${table}`))
}

/** Inserts rows into empty tables. */
export const insertContent = (tx: Database, content: SiteContent): Promise<void> => insertRows(tx, rowsIn(content))

function* rowsIn(content: SiteContent) {
  for (const [part, rows] of Object.entries(content)) for (const row of rows) yield { part, row }
}

/**
 * Sets the sequence above all present and all previous ids: a sequence that was set back would stay so if the
 * transaction rolls back.
 */
const continueIds = (
  table: SQL,
) => sql`select setval(name, greatest((select max(id) from ${table}), pg_sequence_last_value(name::regclass)))
  from (select pg_get_serial_sequence('${table}', 'id') as name) as sequence`

/** A row of an archive that its table's contract refuses: the `number`-th of its part. */
export class RowFault extends StartError {
  constructor(
    readonly part: string,
    readonly number: number,
    readonly issue: Issue,
  ) {
    super(
      `The archive is damaged: row ${number} of ${part} does not fit: ${part}.${issue.path}: ${reasonOf(issue, defaultLanguage)}`,
    )
  }
}

/** Why the row is refused. A validator's own words are not shown. */
export const reasonOf = ({ path, message }: Issue, language: Language): string =>
  translate(language, isMessageId(message) ? message : 'validation.value', { field: path })
