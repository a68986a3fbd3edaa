import { sql } from 'drizzle-orm'
import type { MailStatus } from '#contract/mail-status'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { mailState, outbox } from './table'

export async function readMailStatus(db: Database, config: Pick<Config, 'mail'>): Promise<MailStatus> {
  const [last] = await db.select().from(mailState)
  const [counts] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${outbox.state} = 'waiting'))::int`,
      failed: sql<number>`(count(*) filter (where ${outbox.state} = 'failed'))::int`,
    })
    .from(outbox)
  return {
    configured: config.mail !== undefined,
    ok: last?.ok ?? null,
    lastError: last?.lastError ?? null,
    waiting: counts?.waiting ?? 0,
    failed: counts?.failed ?? 0,
  }
}
