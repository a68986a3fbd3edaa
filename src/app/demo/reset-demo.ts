import { ne, sql } from 'drizzle-orm'
import { fillStarter } from '#app/content/fill'
import { replaceAll } from '#app/content/site-content'
import { createAdministrator, hasAdministrator } from '#auth/store'
import { users } from '#auth/table'
import { demoLogin } from '#contract/demo'
import type { Database } from '#platform/db/database'
import { closeSetup } from '#platform/owner/settings'
import type { Job } from '#platform/scheduler/scheduler'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'

const hour = 3_600_000

/** A try-out starts all over at each full hour. */
export const resetJob: Job = {
  name: 'reset the try-out',
  at: (now) => new Date((Math.floor(now.getTime() / hour) + 1) * hour),
  runInEach: async (services) => {
    if (services.config.demo) await resetDemo(services, { unlessThisHour: true })
  },
}

/**
 * Makes the login of a try-out. Throws `StartError` for a database with other administrators: it is a site, and all of it
 * would be lost within the hour.
 */
export async function prepareDemo(db: Database): Promise<void> {
  if ((await db.$count(users, ne(users.username, demoLogin.username))) > 0)
    throw new StartError('DEMO=1 resets everything each hour, and this database has administrators of its own')
  if (!(await hasAdministrator(db)))
    await createAdministrator(db, demoLogin).catch(async (error: unknown) => {
      // Another process has created it at the same moment.
      if (!(await hasAdministrator(db))) throw error
    })
  await closeSetup(db)
}

/** Replaces everything by the starter content and the shown login; all sessions end. */
export async function resetDemo(services: Services, { unlessThisHour = false } = {}): Promise<void> {
  await services.writeHold!.hold(async () => {
    // Of several processes one does it.
    if (unlessThisHour && (await isNew(services.db))) return
    await replaceAll({ ...services, writeHold: undefined }, async (tx) => {
      await fillStarter(tx)
      await prepareDemo(tx)
    })
    services.log.info('The try-out was reset')
  })
}

const isNew = async (db: Database): Promise<boolean> =>
  (await db.$count(users, sql`${users.createdAt} >= date_trunc('hour', now())`)) > 0
