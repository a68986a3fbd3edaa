import { Elysia } from 'elysia'
import { z } from 'zod'
import { contentKinds } from '#app/features'
import { adminOnly } from '#auth/admin-only'
import type { SiteStatus } from '#contract/site-status'
import { byOtherLanguage } from '#i18n/by-language'
import { namesOfOthers } from '#i18n/language-names'
import type { Database } from '#platform/db/database'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { answerLists, longestWhole } from '#platform/long-list'
import type { Services } from '#platform/services'
import { untranslated } from '#records/translation/translation-contract'

const waiting = z.object({ untranslated: z.int(), undescribed: z.int() }).meta({ id: 'PendingWork' })
giveExample(waiting, { untranslated: 3, undescribed: 12 })
describeFields(waiting, {
  untranslated: `Records and built-in pages with missing or outdated texts in ${namesOfOthers()}.`,
  undescribed: 'Pictures without alternative text in some language that are not decorative.',
})

const siteStatus = z
  .object({ listenError: z.string().nullable() })
  .meta({ id: 'SiteStatus' }) satisfies z.ZodType<SiteStatus>

const untranslatedList = z.array(untranslated)
const outdated = { state: 'outdated', fields: { title: 'outdated', excerpt: 'complete', content: 'missing' } } as const
const partial = { state: 'partial', fields: { title: 'complete', excerpt: 'complete', content: 'missing' } } as const
giveExample(untranslated, {
  kind: 'post',
  id: 7,
  ...byOtherLanguage(() => outdated),
  draft: byOtherLanguage(() => partial),
})
describeFields(untranslated, { id: 'The id of the record, or the name of a built-in page.' })

const operations = describe({
  countPendingWork: 'Count pending work. For the badges of the admin.',
  getStatus:
    'Get the status of change notifications. `listenError` is the reason why the process receives no database notifications of changes in other processes (such as a connection pooler), which are then shown up to a second late; otherwise null.',
  listUntranslated: `List untranslated records. Records outside the trash with missing or outdated texts in ${namesOfOthers()}, including their drafts.`,
})

/** What is left to do on the whole site, and what is wrong: the badges and warnings of the admin. */
export const openTasksApi = (services: Services) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/waiting',
      async () => ({
        untranslated: await countUntranslated(services.db),
        undescribed: await countUndescribed(services.db),
      }),
      { response: { 200: waiting }, detail: { ...operations.countPendingWork, tags: ['Dashboard'] } },
    )
    .get('/status', (): SiteStatus => ({ listenError: services.cacheTags.listenError() ?? null }), {
      response: { 200: siteStatus },
      detail: { ...operations.getStatus, tags: ['Settings'] },
    })
    .get(
      '/translations',
      async (context) => answerLists(services.log, context, await listUntranslated(services.db), untranslatedList),
      { response: { 200: untranslatedList }, detail: { ...operations.listUntranslated, tags: ['Translations'] } },
    )

const listUntranslated = (db: Database) =>
  Promise.all(contentKinds.flatMap(({ untranslated: list }) => list?.(db) ?? []))

async function countUndescribed(db: Database): Promise<number> {
  const counts = await Promise.all(contentKinds.map(({ undescribed: count }) => count?.(db) ?? 0))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** A long list is counted without checking whether its entries are still incomplete. */
async function countUntranslated(db: Database): Promise<number> {
  const lists = await listUntranslated(db)
  const counts = lists.map(async (list) => (list.count > longestWhole ? list.count : (await list.whole()).length))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
