import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { ChecklistContext, ChecklistItem } from '#platform/checklist'
import { about } from '#platform/events/events'
import { requestActor, requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { checklistEntry, dismissal } from './contract'
import { operations } from './operations'
import { dismiss, parseChecklistKey, listChecklist, readEntry } from './store'

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
