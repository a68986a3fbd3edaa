import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { ChecklistContext, ChecklistItem } from '#platform/feature'
import { about } from '#platform/events/events'
import { requestActor, requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { checklistEntry, dismissal } from './contract'
import { checklistKeys } from '#contract/checklist-keys'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { dismiss, parseChecklistKey, listChecklist, readEntry } from './store'

giveExample(checklistEntry, { key: 'alt-texts', count: 12, href: `${adminPaths.media}?lacks=alt` })
describeFields(checklistEntry, {
  count:
    'How many records remain (`starter-text`: samples, `descriptions`: pages without a meta description in some language, `links`: broken links); null for a task that is not counted.',
  state: 'A task whose work is done is `done` even if it was dismissed.',
  href: 'The path of the admin screen for the next step.',
})
giveExample(dismissal, { dismissed: true })

const operations = describe({
  listChecklist: 'List the setup checklist. The tasks before a site is ready for visitors.',
  dismissChecklistEntry: {
    text: 'Dismiss a checklist entry. Send `dismissed: false` to show the entry again.',
    parameters: { key: z.enum(checklistKeys).meta({ description: 'The key of the entry.', example: 'alt-texts' }) },
  },
})

export const checklistApi = (services: Services, items: readonly ChecklistItem[]) =>
  new Elysia({ prefix: '/checklist', tags: ['Checklist'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', ({ request }) => listChecklist({ services, items, ...asked(request) }), {
      response: { 200: z.array(checklistEntry) },
      detail: operations.listChecklist,
    })
    .put(
      '/:key',
      async (context) => {
        const { dismissed } = context.body
        const key = parseChecklistKey(context.params.key)
        // Before the transaction, because an item may send in-process requests.
        const entry = await readEntry({ services, items, ...asked(context.request) }, key, dismissed)
        return commit(
          services,
          context,
          { status: 200, event: () => about('checklist', 'updated')({ id: key }) },
          async (tx) => {
            await dismiss(tx, key, dismissed)
            return entry
          },
        )
      },
      { body: dismissal, response: { 200: checklistEntry }, detail: operations.dismissChecklistEntry },
    )

function asked(request: Request): ChecklistContext {
  const actor = requestActor(request)
  return { origin: requestOrigin(request), userId: actor.is === 'administrator' ? actor.user.id : 0 }
}
