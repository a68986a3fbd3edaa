import { sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'

/** Rows of one statement, because it blocks the embedded database while it runs. */
const atOnce = 5000

/**
 * Stores `count` subscribers, messages of about 600 characters with every tenth answered, and entries of the activity.
 */
export async function storeManyRows(db: Database, count: number): Promise<void> {
  for (let from = 1; from <= count; from += atOnce) {
    const numbers = sql`generate_series(${from}::int, ${Math.min(count, from + atOnce - 1)}::int) as i`
    await db.execute(sql`
      insert into waitlist_subscribers (email, email_key, submitted_at, state)
      select 'ada' || i || '@example.com', 'ada' || i || '@example.com', now() - i * interval '1 minute', 'confirmed' from ${numbers}`)
    await db.execute(sql`
      insert into contact_messages (name, email, subject, message, submitted_at, read, archived)
      select 'Ada ' || i, 'ada' || i || '@example.com', 'About machine ' || i,
        repeat('The loom ' || i || ' weaves algebraical patterns. ', 15), now() - i * interval '1 minute', i % 50 > 0, i % 3 > 0
      from ${numbers}`)
    await db.execute(sql`
      insert into message_replies (message_id, body, mail_message_id)
      select id, 'Thank you', 'reply-' || id || '@example.com' from contact_messages, ${numbers} where id = i and i % 10 = 0`)
    await db.execute(sql`
      insert into activity (at, user_id, username, action, kind, record_id, title)
      select now() - (${count} - i) * interval '1 minute', 1, 'ada', (array['created', 'updated', 'moved'])[1 + i % 3], 'post', i::text, 'Post ' || i
      from ${numbers}`)
  }
  for (const table of ['waitlist_subscribers', 'contact_messages', 'message_replies', 'activity'])
    await db.execute(sql.raw(`vacuum (analyze) ${table}`))
}
