import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import { giveExample, operation } from '#platform/http/operation'
import { longestWhole } from '#platform/long-list'
import type { Services } from '#platform/services'
import { namesOfOthers } from '#i18n/language-names'
import { contentKinds } from '#app/features'

const detail = operation('countWaiting', {
  summary: 'Count pending work',
  description: `\`untranslated\` counts records and pages with missing or outdated texts in ${namesOfOthers()}, \`undescribed\` pictures that lack alternative text in some language and are not decorative.`,
})

const waiting = z.object({ untranslated: z.int(), undescribed: z.int() }).meta({ id: 'PendingWork' })
giveExample(waiting, { untranslated: 3, undescribed: 12 })

/** The numbers of open tasks, without their lists. */
export const waitingApi = (services: Services) =>
  new Elysia({ tags: ['Waiting'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/waiting',
      async () => ({
        untranslated: await countUntranslated(services.db),
        undescribed: await countUndescribed(services.db),
      }),
      { response: { 200: waiting }, detail },
    )

async function countUndescribed(db: Database): Promise<number> {
  const counts = await Promise.all(contentKinds.map(({ undescribed: count }) => count?.(db) ?? 0))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** A long list is counted without checking whether its entries are still incomplete. */
async function countUntranslated(db: Database): Promise<number> {
  const lists = await Promise.all(contentKinds.flatMap(({ untranslated: list }) => list?.(db) ?? []))
  const counts = lists.map(async (list) => (list.count > longestWhole ? list.count : (await list.whole()).length))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
