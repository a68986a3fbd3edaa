import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Language } from '#i18n/language'
import { ownerSettings } from './table'

/** `messagesKeptDays`: how long messages stay before they go by themselves; null is for ever. */
export type OwnerSettings = { ownerLanguage: Language; messagesKeptDays: number | null }

export async function readSettings(
  db: Database,
  { siteLanguage }: Pick<Config, 'siteLanguage'>,
): Promise<OwnerSettings> {
  const [row] = await db.select().from(ownerSettings)
  return { ownerLanguage: row?.ownerLanguage ?? siteLanguage, messagesKeptDays: row?.messagesKeptDays ?? null }
}

/** What is left out stays. */
export async function changeSettings(tx: Database, change: Partial<OwnerSettings>): Promise<void> {
  await tx.insert(ownerSettings).values({ id: 1 }).onConflictDoNothing()
  if (Object.values(change).some((value) => value !== undefined)) await tx.update(ownerSettings).set(change)
}
