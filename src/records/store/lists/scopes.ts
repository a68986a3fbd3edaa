import { and, asc, desc, eq, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { otherLanguages } from '#i18n/language'
import type { EditedPart, ListPart } from '#records/api/list-query'
import { translationState } from '#records/kind/columns'
import type { Database } from '#platform/db/database'
import { categoriesCalled } from './categories'
import type { StatusFilter } from '#records/kind/record'
import { type RecordTable, withStatus } from '#records/store/rows'

export type Options = {
  /** The order of lists; by default the highest id first. */
  order?: SQL[]
}

/** The filters and sort orders of one kind's lists. */
export function listScopes(table: RecordTable, { order = [desc(table.id)] }: Options) {
  const column = (name: string): PgColumn | undefined => getTableColumns(table)[name]

  const scopeOf = (filter: StatusFilter, part: EditedPart) =>
    and(
      withStatus(table, filter),
      part.id === undefined ? undefined : sql`${table.id} = ${part.id}::bigint`,
      narrowed(part),
    )

  const narrowed = (part: EditedPart) => and(ofCategory(part), ofTranslation(part))

  /** Rows without a stored state are settled by a job soon after they were stored. */
  const ofTranslation = ({ translation }: EditedPart) =>
    translation === undefined
      ? undefined
      : or(...otherLanguages.map((language) => eq(translationState(table.translation, language), translation)))

  function ofCategory({ category, categories = [] }: ListPart): SQL | undefined {
    const stored = column('category')
    if (category === undefined || !stored) return undefined
    return categories.length > 0 ? inArray(stored, categories) : sql`false`
  }

  /** Reads the names of the category whose slug a list was asked for. */
  async function withCategories<Part extends ListPart>(db: Database, part: Part): Promise<Part> {
    const category = column('category')
    if (part.category === undefined || !category) return part
    return { ...part, categories: await categoriesCalled(db, { table, category }, part.category) }
  }

  /** Texts are sorted ignoring case; records without a date count as newer than all others. */
  function orderOf({ sort = '' }: EditedPart): SQL[] {
    const name = sort.replace(/^-/, '')
    const stored = column(name)
    if (!stored) return order
    const by = stored.getSQLType() === 'text' ? sql`lower(${stored})` : stored
    return sort === name ? [asc(by), asc(table.id)] : [desc(by), desc(table.id)]
  }

  return { order, scopeOf, narrowed, ofCategory, orderOf, withCategories }
}

export type ListScopes = ReturnType<typeof listScopes>
