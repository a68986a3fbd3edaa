import { and, eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { notFound } from '#contract/http-error'
import type { CheckNamed } from '#platform/feature'
import { parseId } from '#platform/http/ids'

/** `owner`: the column of the person whose alone the record is; `of`: the parameter that names what it belongs to. */
type Further = { parameter?: string; owner?: PgColumn; of?: { column: PgColumn; parameter: string } }

/** Whether the record with the id in a path is there; `what` is its name in the 404. */
export const namedRecord =
  (table: PgTable, id: PgColumn, what: string, { parameter = 'id', owner, of }: Further = {}): CheckNamed =>
  async (db, params, userId) => {
    const belongs = of && eq(of.column, parseId(params[of.parameter] ?? '', notFound(what)))
    const named = eq(id, parseId(params[parameter] ?? '', notFound(what)))
    const count = await db.$count(table, and(named, belongs, owner && eq(owner, userId)))
    if (count === 0) throw notFound(what)
  }
