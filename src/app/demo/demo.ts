import { isRead, type Visit } from '#app/visit'
import { HttpError, forbidden } from '#contract/http-error'
import type { Config } from '#platform/config'
import { setOffline } from '#platform/http/public-network'
import { limitUploads } from '#platform/http/bodies'
import { ne, sql } from 'drizzle-orm'
import { fillStarter } from '#app/content/fill'
import { replaceAll } from '#app/content/site-content'
import { createAdministrator, hasAdministrator } from '#auth/store'
import { users } from '#auth/table'
import type { Database } from '#platform/db/database'
import { closeSetup } from '#platform/owner/settings'
import type { Job } from '#platform/jobs/scheduler'
import type { Services } from '#platform/services'
import { StartError } from '#platform/start-error'

/** Bytes of an upload in a public try-out. */
const largestDemoUpload = 1024 * 1024

/** A public try-out requests nothing from other servers, and takes small files only. */
export function restrictProcess(isDemo: boolean): void {
  setOffline(isDemo)
  limitUploads(isDemo ? largestDemoUpload : Infinity)
}

/**
 * What a try-out refuses: whatever would lock out the next visitor, look into another server, or outlast the reset. The
 * settings refuse theirs themselves.
 */
const refused = [
  '/api/account',
  '/api/backups',
  '/api/invitations',
  '/api/links/check',
  '/api/media/fetch',
  '/api/password-resets',
  '/api/register',
  '/api/restores',
  '/api/sessions',
  '/api/settings/backups',
  '/api/tokens',
  '/api/users',
  '/api/webhooks',
]

/** Reads with secrets of the machine, or of other visitors. */
const secret = ['/api/backups', '/api/sessions']

/** Bytes of the fields and headers around a file. */
const mostBeside = 4096

/** Throws 403 for what a public try-out does not do, and 413 for a large body. */
export function createDemoGuard({ demo }: Pick<Config, 'demo'>): (visit: Visit) => undefined {
  if (!demo) return () => undefined
  return ({ path, method, request }) => {
    const isWithin = (start: string) => path === start || path.startsWith(`${start}/`)
    if (isRead(method)) {
      if (secret.some((start) => isWithin(start) && path !== start)) throw forbidden('errors.demo')
      return undefined
    }
    if (refused.some(isWithin) && !path.startsWith('/api/account/confirm')) throw forbidden('errors.demo')
    if (Number(request.headers.get('content-length') ?? 0) > largestDemoUpload + mostBeside)
      throw new HttpError(413, 'errors.demoUpload')
    return undefined
  }
}

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

/** The login of a public try-out, which its login screen shows. */
export const demoLogin = { username: 'demo', password: 'look-around-here' }
