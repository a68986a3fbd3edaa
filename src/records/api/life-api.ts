import { type AnyElysia, Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import { about, type Action, type Kind, type Transaction } from '#platform/events/events'
import { notFound } from '#contract/http-error'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { parseId } from '#platform/http/parameters'
import { requestActor } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commit, expectedVersions } from '#platform/writes/commit'
import { revision, type RevisionSummary, revisionSummary } from '#records/history/history-contract'
import { findRevision, type RecordKey, type Values } from '#records/history/revisions'
import { confirmation, type TranslationDetail, translationDetail } from '#records/translation/translation-contract'
import type { Target } from '#records/history/drafts'
import { autosaveQuery, revisionsPage } from './queries'
import type { historyOperations } from './operations'

/** Operations on a record besides creating, publishing and deleting it. Writes take a transaction. */
type LifeStore<Id, Body, Edited> = {
  keyOf: (id: Id) => RecordKey
  listHistory: (db: Database, id: Id, page: z.infer<typeof revisionsPage>) => Promise<RevisionSummary[]>
  findTranslation: (db: Database, id: Id, language: OtherLanguage) => Promise<TranslationDetail>
  saveDraft: (tx: Transaction, target: Target<Id> & { isAutosave: boolean }, body: Body) => Promise<Edited>
  discardDraft: (tx: Database, target: Target<Id>) => Promise<Named>
  restore: (tx: Transaction, target: Target<Id>, version: number) => Promise<Edited>
  confirmTranslation: (
    tx: Database,
    target: Target<Id>,
    right: { language: OtherLanguage; paths: readonly string[] },
  ) => Promise<Edited>
}

/** The fields of an event that name a record. */
type Named = { id: number | string; title: string }

type History<Id> = {
  tag: string
  /** The path of what has the versions, with one parameter at most. */
  path: string
  /** Converts the path parameter. Throws 404. */
  idOf: (text: string) => Id
  store: Pick<LifeStore<Id, unknown, unknown>, 'keyOf' | 'listHistory'>
  /** The values of a version for its readers. */
  shown?: (values: Values) => Values
  operations: Pick<ReturnType<typeof historyOperations>, 'revisions' | 'revision'>
}

type Life<Id, Body, Edited> = History<Id> & {
  kind: Kind
  store: LifeStore<Id, Body, Edited>
  draftBody: z.ZodType<Body>
  edited: z.ZodType<Edited>
  nameOf: (edited: Edited) => Named
  /** The action recorded when a translation is confirmed. */
  confirmed: Action
  operations: ReturnType<typeof historyOperations>
}

/** The drafts, the history and the translations of one kind of record. */
export const lifeApi = <Id, Body, Edited>(services: Services, life: Life<Id, Body, Edited>) =>
  otherLanguages.reduce<AnyElysia>(
    (routes, language) => routes.use(translationApi(services, life, language)),
    new Elysia().use(historyReads(services, life)).use(lifeWrites(services, life)),
  )

/** The translation state of a record in one language. */
function translationApi<Id, Body, Edited>(
  services: Services,
  life: Life<Id, Body, Edited>,
  language: OtherLanguage,
): AnyElysia {
  const { kind, tag, store, idOf } = life
  const path = `${life.path}/translations/${language}` as const
  const operations = life.operations.translations[language]
  const edited: z.ZodType<unknown> = life.edited
  return new Elysia({ tags: [tag] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(path, ({ params }) => store.findTranslation(services.db, idOf(keyIn(params)), language), {
      response: { 200: translationDetail },
      detail: operations.find,
    })
    .post(
      `${path}/confirm`,
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: (answer: Edited) => about(kind, life.confirmed)(life.nameOf(answer)) },
          (tx) => store.confirmTranslation(tx, targetOf(life.idOf, context), { language, paths: context.body.fields }),
        ),
      { body: confirmation, response: { 200: edited }, detail: operations.confirm },
    )
}

/** The versions of a record, or of anything else that has a history. */
export function historyReads<Id>(
  services: Services,
  { tag, path, idOf, store, shown = (values) => values, operations }: History<Id>,
) {
  const { db } = services
  return new Elysia({ tags: [tag] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(`${path}/revisions`, ({ params, query }) => store.listHistory(db, idOf(keyIn(params)), query), {
      query: revisionsPage,
      response: { 200: z.array(revisionSummary) },
      detail: operations.revisions,
    })
    .get(
      `${path}/revisions/:version`,
      async ({ params }) => {
        const found = await findRevision(db, store.keyOf(idOf(keyIn(params))), versionIn(params))
        return { ...found, values: shown(found.values) }
      },
      { response: { 200: revision }, detail: operations.revision },
    )
}

function lifeWrites<Id, Body, Edited>(services: Services, life: Life<Id, Body, Edited>) {
  const { kind, tag, path, store, operations } = life
  const edited: z.ZodType<unknown> = life.edited
  const asEdited = { response: { 200: edited } }
  return new Elysia({ tags: [tag] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .put(
      `${path}/draft`,
      (context) =>
        commit(services, context, { status: 200 }, (tx) =>
          store.saveDraft(
            tx,
            { ...targetOf(life.idOf, context), isAutosave: context.query.autosave === 'true' },
            context.body,
          ),
        ),
      { body: life.draftBody, query: autosaveQuery, ...asEdited, detail: operations.saveDraft },
    )
    .delete(
      `${path}/draft`,
      (context) =>
        commit(services, context, { status: 204, event: about(kind, 'drafted') }, (tx) =>
          store.discardDraft(tx, targetOf(life.idOf, context)),
        ),
      { detail: operations.discardDraft },
    )
    .post(
      `${path}/revisions/:version/restore`,
      (context) =>
        commit(services, context, { status: 200 }, (tx) =>
          store.restore(tx, targetOf(life.idOf, context), versionIn(context.params)),
        ),
      { ...asEdited, detail: operations.restore },
    )
}

/** What a request writes to, with the versions it names and its administrator. */
export const targetOf = <Id>(idOf: (text: string) => Id, { params, request }: Targeting): Target<Id> => ({
  id: idOf(keyIn(params)),
  expected: expectedVersions(request),
  actor: requestActor(request),
})

type Params = Record<string, string>
type Targeting = { params: Params; request: Request }
/** The path parameter that is not the version; a path without parameters has none. */
const keyIn = (params: Params = {}): string => Object.entries(params).find(([name]) => name !== 'version')?.[1] ?? ''
export const versionIn = ({ version = '' }: Params) => parseId(version, notFound('revision'))
