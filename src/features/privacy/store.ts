import type { Database } from '#platform/db/database'
import type { Transaction } from '#platform/events/events'
import type { Feature } from '#platform/feature'
import type { Person, PersonalData } from '#platform/personal-data'
import type { Language } from '#i18n/language'
import { emailKey } from '#text/email'
import type { Erased, PersonInput } from './contract'

type Found = { part: PersonalData; ids: number[] }

/** All personal data of an address, by part. */
export async function collect(
  db: Database,
  features: readonly Feature[],
  { email, language }: PersonInput & { language: Language },
): Promise<{ email: string } & Record<string, unknown>> {
  const parts: [string, object[]][] = []
  for (const { part, ids } of (await find(db, features, email)).found)
    parts.push([part.name, ids.length === 0 ? [] : await part.read(db, ids, language)])
  return { email, ...Object.fromEntries(parts) }
}

/** Erases all of it, and everything else with the address; resolves to the counts. */
export async function erase(tx: Transaction, features: readonly Feature[], { email }: PersonInput): Promise<Erased> {
  const counts: Erased = { messages: 0, replies: 0, subscribers: 0, mails: 0, activity: 0 }
  const { found, person } = await find(tx, features, email)
  for (const { part, ids } of found) if (ids.length > 0) Object.assign(counts, await part.erase(tx, ids))
  for (const feature of features) await feature.privacy?.forget?.(tx, person)
  return counts
}

/** Features that refer to records come after their owners in the list, and find references to the records found so far. */
async function find(
  db: Database,
  features: readonly Feature[],
  email: string,
): Promise<{ found: Found[]; person: Person }> {
  const found: Found[] = []
  let person: Person = { key: emailKey(email), records: [] }
  for (const { privacy } of features) {
    const part = privacy?.holds
    if (!part) continue
    const ids = await part.find(db, person)
    found.push({ part, ids })
    const { kind } = part
    if (kind) person = { ...person, records: [...person.records, ...ids.map((id) => `${kind}:${id}`)] }
  }
  return { found, person }
}
