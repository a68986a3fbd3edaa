import { eq, isNull, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { WelcomeMail } from '#contract/site'
import type { SignUpMode } from '#contract/site-values'
import type { Database } from '#platform/db/database'
import type { Language } from '#i18n/language'
import { ownerSettings } from './table'

/** `messagesKeptDays`: the retention of messages; null is unlimited. `welcome`: null for none. */
type OwnerSettings = {
  ownerLanguage: Language
  messagesKeptDays: number | null
  signUp: SignUpMode
  welcome: WelcomeMail | null
}

export async function readSettings(
  db: Database,
  { siteLanguage }: Pick<Config, 'siteLanguage'>,
): Promise<OwnerSettings> {
  const [row] = await db.select().from(ownerSettings)
  return {
    ownerLanguage: row?.ownerLanguage ?? siteLanguage,
    messagesKeptDays: row?.messagesKeptDays ?? null,
    signUp: row?.signUp ?? 'waitlist',
    welcome: row?.welcome ?? null,
  }
}

/** What the sign-up form is for. */
export async function readSignUp(db: Database): Promise<SignUpMode> {
  const [row] = await db.select({ signUp: ownerSettings.signUp }).from(ownerSettings)
  return row?.signUp ?? 'waitlist'
}

/** The mail to a subscriber who has confirmed; null for none. */
export async function readWelcome(db: Database): Promise<WelcomeMail | null> {
  const [row] = await db.select({ welcome: ownerSettings.welcome }).from(ownerSettings)
  return row?.welcome ?? null
}

/** Whether a backup succeeded within that many days. */
export async function isBackedUp(db: Database, days: number): Promise<boolean> {
  return (await db.$count(ownerSettings, sql`${ownerSettings.backedUpAt} > now() - make_interval(days => ${days})`)) > 0
}

export async function noteBackup(db: Database): Promise<void> {
  const backedUp = { backedUpAt: sql`now()` }
  await db
    .insert(ownerSettings)
    .values({ id: 1, ...backedUp })
    .onConflictDoUpdate({ target: ownerSettings.id, set: backedUp })
}

/** Opens the first screens, unless this site has had them. */
export async function openSetup(tx: Database): Promise<void> {
  await tx
    .insert(ownerSettings)
    .values({ id: 1, setup: 'open' })
    .onConflictDoUpdate({ target: ownerSettings.id, set: { setup: 'open' }, setWhere: isNull(ownerSettings.setup) })
}

export const isSetupOpen = async (db: Database): Promise<boolean> =>
  (await db.$count(ownerSettings, eq(ownerSettings.setup, 'open'))) > 0

/** Closes the first screens; of concurrent calls one resolves to true. */
export async function closeSetup(tx: Database): Promise<boolean> {
  const closed = await tx
    .update(ownerSettings)
    .set({ setup: 'done' })
    .where(eq(ownerSettings.setup, 'open'))
    .returning({ id: ownerSettings.id })
  return closed.length > 0
}

/** Absent settings keep their values. */
export async function changeSettings(
  tx: Database,
  change: Partial<Omit<typeof ownerSettings.$inferInsert, 'id' | 'backedUpAt' | 'setup' | 'mailTo'>> & {
    mailTo?: readonly string[] | null
  },
): Promise<void> {
  await tx.insert(ownerSettings).values({ id: 1 }).onConflictDoNothing()
  if (Object.values(change).some((value) => value !== undefined)) {
    const { mailTo, ...rest } = change
    await tx.update(ownerSettings).set({ ...rest, ...(mailTo === undefined ? {} : { mailTo: mailTo && [...mailTo] }) })
  }
}
