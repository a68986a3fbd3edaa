import { sql } from 'drizzle-orm'
import type { Services } from '#platform/services'

const patience = 1500

/** Whether the database answers, within a second and a half. */
export async function isReady({ db }: Pick<Services, 'db'>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), patience)
  try {
    return await Promise.race([
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
      late.promise,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** `degraded`, with the reason, where nothing can be written, or pages cannot be as fresh as they should be. */
export function readiness({ cacheTags, takesWrites }: Pick<Services, 'cacheTags' | 'takesWrites'>): string {
  if (!takesWrites()) return 'degraded: the database takes no writes'
  const deafness = cacheTags.deafness()
  return deafness === undefined ? 'ready' : `degraded: ${deafness}`
}
