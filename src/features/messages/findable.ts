import { sql } from 'drizzle-orm'
import type { FindableRows } from '#platform/feature'
import { messageHref } from './paths'
import { contactMessages as messages, messageWords } from './table'

/** Messages of every folder, by subject, sender and text. */
export const findableMessages: FindableRows = {
  kind: 'message',
  rows: sql`select ${messages.id}::text as id, ${messages.subject} as title,
    find_text(${messages.name}, ${messages.email}, ${messages.message}) as text,
    case when ${messages.spam} then 'spam' when ${messages.archived} then 'archive' else 'inbox' end as status,
    ${messages.language} as language, ${messages.submittedAt} as at, ${messageWords(messages)} as words from ${messages}`,
  href: (id) => messageHref(Number(id)),
}
