import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { notFound } from '#contract/http-error'
import { type Import, importEntry, importRead, importRun, importState, importUndone } from './contract'
import { toImport } from './import-state'
import { beginImport, findImport, type ImportRow, listImports, retryPictures } from './store'
import { visitorLanguage } from '#i18n/visitor-language'
import type { ActivityAction, NewEvent, Transaction } from '#platform/events/events'
import { parseId } from '#platform/http/ids'
import { keepOpen, requestActor, requestOrigin } from '#platform/http/request-facts'
import { outsideRequest } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { commit, type WriteContext } from '#platform/writes/commit'
import { executeImport } from './run/execute-import'
import type { ImportPorts } from './ports'
import { receiveImport } from './reading/receive-import'
import { operations } from './operations'
import { undoImport } from './run/undo-import'

export const importsApi = (services: Services, ports: ImportPorts) =>
  new Elysia({ prefix: '/imports', tags: ['Import'] }).use(files(services, ports)).use(runs(services, ports))

/** A plugin of its own, because the file is streamed. */
const files = (services: Services, ports: ImportPorts) =>
  new Elysia()
    .use(adminOnly(services, { streamsBodies: true })) // every route below this line needs a signed-in administrator
    .post('', (context) => receiveImport(services, ports, context), {
      response: { 201: importRead },
      detail: operations.addImport,
    })

const runs = (services: Services, ports: ImportPorts) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', () => listImports(services.db), {
      response: { 200: z.array(importEntry) },
      detail: operations.listImports,
    })
    .get(
      '/:id',
      async ({ params, request }) =>
        toImport(services.db, await findImport(services.db, idOf(params.id)), visitorLanguage(request)),
      { response: { 200: importState }, detail: operations.readImport },
    )
    .post(
      '/:id/run',
      (context) =>
        startWork({ services, ports }, context, 'imported', (tx) =>
          beginImport(tx, idOf(context.params.id), {
            run: context.body,
            origin: requestOrigin(context.request),
            user: userOf(context.request),
          }),
        ),
      { body: importRun, response: { 202: importState }, detail: operations.runImport },
    )
    .post(
      '/:id/media',
      (context) =>
        startWork({ services, ports }, context, 'retried', (tx) => retryPictures(tx, idOf(context.params.id))),
      { response: { 202: importState }, detail: operations.retryImportMedia },
    )
    .post(
      '/:id/undo',
      async (context) => {
        const id = idOf(context.params.id)
        const row = await findImport(services.db, id)
        const actor = requestActor(context.request)
        keepOpen(context.request)
        const undone = await outsideRequest(() => undoImport(services, ports, id, actor))
        return commit(services, context, { status: 200, event: () => eventOf(row, 'undone') }, () =>
          Promise.resolve(undone),
        )
      },
      { response: { 200: importUndone }, detail: operations.undoImport },
    )

/** Starts work that takes longer than a request. */
async function startWork(
  { services, ports }: { services: Services; ports: ImportPorts },
  context: WriteContext & { params: { id: string } },
  action: ActivityAction,
  begin: (tx: Transaction) => Promise<ImportRow>,
) {
  const answer = await commit(
    services,
    context,
    { status: 202, event: ({ row }: Begun) => eventOf(row, action), answer: ({ state }: Begun) => state },
    async (tx) => {
      const row = await begin(tx)
      return { row, state: await toImport(tx, row, visitorLanguage(context.request)) }
    },
  )
  void outsideRequest(() => executeImport(services, ports, idOf(context.params.id)))
  return answer
}

type Begun = { row: ImportRow; state: Import }

const eventOf = ({ id, title }: ImportRow, action: ActivityAction): NewEvent => ({
  kind: 'import',
  action: 'updated',
  id,
  title,
  activityActions: [action],
})

const idOf = (text: string): number => parseId(text, notFound('import'))

function userOf(request: Request) {
  const actor = requestActor(request)
  return actor.is === 'administrator' ? actor.user : undefined
}
