import { boolean, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { moment, now } from '../../base/db/columns'

export const contactMessages = pgTable('contact_messages', {
  id: serial().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  subject: text().notNull(),
  message: text().notNull(),
  submittedAt: moment().notNull().default(now),
  read: boolean().notNull().default(false),
  spam: boolean().notNull().default(false),
})
