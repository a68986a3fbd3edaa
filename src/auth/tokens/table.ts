import { integer, index, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'
import { users } from '#auth/table'
import type { TokenScope } from './contract'

/**
 * API tokens, which act in the name of their creator and are deleted with them. Only the SHA-256 (hex) of a token is
 * stored. `minuteHits` is the number of requests that all processes have answered in the minute that began at
 * `minuteAt`.
 */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial().primaryKey(),
    tokenHash: text().notNull().unique(),
    name: text().notNull(),
    scope: text().$type<TokenScope>().notNull(),
    createdById: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull().default(now),
    expiresAt: moment(),
    lastUsedAt: moment(),
    minuteAt: moment(),
    minuteHits: integer().notNull().default(0),
  },
  (table) => [index('api_tokens_created_by_id').on(table.createdById)],
)
