import { type Column, type SQL, sql } from 'drizzle-orm'

// How a database folds letters beyond ASCII depends on where it was set up: it only says which texts are worth a look.

/** Rows whose address may be the one that `key` stands for; `emailKey` decides. */
export const mayBeEmail = (address: Column | SQL, key: string): SQL =>
  sql`(${foldedHolds(address, key)} or ${isBeyondAscii(address)})`

/** Rows whose text may hold the address that `key` stands for; `containsEmail` decides. */
export const mayContainEmail = (text: Column | SQL, key: string): SQL =>
  /^[\x20-\x7e]*$/.test(key) ? foldedHolds(text, key) : isBeyondAscii(text)

const foldedHolds = (text: Column | SQL, key: string) => sql`position(${key} in lower(${text} collate "C")) > 0`
const isBeyondAscii = (text: Column | SQL) => sql`octet_length(${text}) <> char_length(${text})`
