import { emailForms } from '#text/email-forms'
import { type Column, type SQL, sql } from 'drizzle-orm'

// A database folds letters beyond ASCII according to its locale, so such texts are only candidates.

/** SQL: rows whose address may equal `key`; `emailKey` decides. */
export const mayBeEmail = (address: Column | SQL, key: string): SQL =>
  sql`(${foldedHolds(address, key)} or ${isBeyondAscii(address)})`

/** SQL: rows whose text may contain the address `key`; `containsEmail` decides. */
export const mayContainEmail = (text: Column | SQL, key: string): SQL =>
  emailForms(key).length === 1 && /^[\x20-\x7e]*$/.test(key)
    ? foldedHolds(text, key)
    : sql`(${foldedHolds(text, key)} or ${isBeyondAscii(text)})`

const foldedHolds = (text: Column | SQL, key: string) => sql`position(${key} in lower(${text} collate "C")) > 0`
const isBeyondAscii = (text: Column | SQL) => sql`octet_length(${text}) <> char_length(${text})`
