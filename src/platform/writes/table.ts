import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, now } from '#platform/db/columns'

/** The recent hits under one key (`login-name:ada`, `form-address:203.0.113.7`), oldest first. */
export const throttles = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    hits: moment().array().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index('throttles_expires_at').on(table.expiresAt)],
)

/** The stored answer of an unsafe request, returned for 24 h when the same key is sent again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    key: text().notNull(),
    route: text().notNull(),
    session: text().notNull(),
    bodyHash: text().notNull(),
    status: integer().notNull(),
    answer: text().notNull(),
    createdAt: moment().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.route, table.session] }),
    index('idempotency_keys_created_at').on(table.createdAt),
  ],
)

/** The version of each cache tag, for processes that cannot LISTEN (`platform/cache/cache-tags.ts`). */
export const topicVersions = pgTable('topic_versions', {
  topic: text().primaryKey(),
  version: bigint({ mode: 'number' }).notNull().default(1),
})
