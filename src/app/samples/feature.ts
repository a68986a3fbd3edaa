import { z } from 'zod'
import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { conflict } from '#contract/http-error'
import { sampleChange } from './changes'
import { removalEntry, type Sample, sample, sampleRemoval, samplesRemoved, samplesRestored } from '#contract/samples'
import { sampleRemovals } from './table'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { cachedRead } from '#platform/cache/cached-read'
import { countedLeft } from '#platform/checklist'
import type { CacheTag } from '#platform/events/events'
import type { Feature } from '#platform/feature'
import { giveExample, operations as describe } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import { visitorLanguage } from '#i18n/visitor-language'
import { translate } from '#i18n/translate'
import type { Language } from '#i18n/language'
import { namedRecord } from '#platform/named-record'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import type { Importing } from '#records/importing'
import { storedCount } from '#text/stored-schema'
import { findSamples } from './find-samples'
import { removeSamples } from './remove-samples'
import { addRemoval, forgetRemovals, listRemovals, lockRemoval, markUndone } from './store'
import { undoChanges } from './undo-removal'

declare module '#platform/events/events' {
  interface Kinds {
    samples: true
  }
}

const hour = 3_600_000

/** What of the starter content is still public, and its removal. */
export function samplesFeature(records: readonly Importing[]): Feature {
  const tags: readonly CacheTag[] = [
    ...records.map(({ kind }) => kind.name),
    'page',
    'site-settings',
    'site-text',
    'settings',
  ]
  const readers = new WeakMap<Services['cacheTags'], ReturnType<typeof createReader>>()
  const createReader = ({ db, config, cacheTags }: Services) =>
    cachedRead({ cacheTags, tags }, () => findSamples(db, { config, records }))

  /** Read once per change, because it looks through all records. */
  function list(services: Services) {
    const read = readers.get(services.cacheTags) ?? createReader(services)
    readers.set(services.cacheTags, read)
    return read()
  }

  return {
    api: {
      named: { '/api/samples/removals/:id': namedRecord(sampleRemovals, sampleRemovals.id, 'removal') },
      routes: (services) => samplesApi(services, () => list(services), records),
    },
    content: {
      kinds: [{ name: 'samples' }],
      tables: {
        sampleRemovals: {
          table: sampleRemovals,
          row: { removed: storedCount, changes: z.array(sampleChange).max(100_000, 'validation.tooMany') },
        },
      },
    },
    checklist: [
      {
        key: 'starter-text',
        left: async (services) => countedLeft((await list(services)).length, href(adminPaths.samples)),
      },
    ],
    jobs: [{ name: 'forget removals of samples', every: hour, erases: true, run: forgetRemovals }],
  }
}

const operations = describe({
  listSamples:
    'List samples. What visitors, machines or readers of mails get and that still is as it came, or names the sample company: records, texts and SEO fields of pages, texts of the interface, drawings, and values of the site. `field` is null where the whole record or text is meant, `language` where a value is the same in all languages. `href` leads to the field in the admin.',
  removeSamples: {
    text: 'Remove samples. Removes the given samples, or all of them without `samples`: records go to the trash, texts of pages give way to neutral ones, parts of the pages are switched off. Records of which a part is somebody’s own become drafts. `kept` counts what only the owner can replace, such as the name of the site. Undo it until `until`.',
    answers: { 200: { example: { id: 1, removed: 96, kept: 1, until: '2026-12-27T09:30:00.000Z' } } },
  },
  listRemovals: 'List removals of samples. Those that can be undone, the newest first.',
  undoRemoval:
    'Undo a removal of samples. What somebody has changed since stays as it is (`kept`). Returns 409 if it was undone before.',
})

giveExample(sample, {
  kind: 'site-settings',
  id: 'site',
  field: 'name',
  language: null,
  title: 'Industria AI',
  href: `${href(adminPaths.site)}?part=identity&field=name`,
})
giveExample(sampleRemoval, {
  samples: [{ kind: 'page', id: 'home', field: 'heroTitle', language: 'en' }],
})
giveExample(samplesRestored, { restored: 96, kept: 0 })

/** A drawing has no words of its own. */
const withLabels = (samples: readonly Sample[], language: Language) =>
  samples.map((one) => (one.field === 'heroPicture' ? { ...one, title: translate(language, 'samples.drawing') } : one))

function samplesApi(services: Services, list: () => ReturnType<typeof findSamples>, records: readonly Importing[]) {
  const sources = { config: services.config, records }
  return new Elysia({ prefix: '/samples', tags: ['Site'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', async ({ request }) => withLabels(await list(), visitorLanguage(request)), {
      response: { 200: z.array(sample) },
      detail: operations.listSamples,
    })
    .post(
      '/remove',
      (context) =>
        commit(
          services,
          context,
          {
            status: 200,
            event: ({ id }) => ({ kind: 'samples', action: 'deleted', activityActions: ['removed'], id }),
          },
          async (tx) => {
            const actor = requestActor(context.request)
            const { changes, removed, kept } = await removeSamples(tx, sources, context.body.samples, actor)
            // One write of the owner: Activity has the event of the request for it.
            for (const event of tx.pending.events) event.activityActions = []
            return { ...(await addRemoval(tx, removed, changes)), removed, kept }
          },
        ),
      { body: sampleRemoval, response: { 200: samplesRemoved }, detail: operations.removeSamples },
    )
    .get('/removals', () => listRemovals(services.db), {
      response: { 200: z.array(removalEntry) },
      detail: operations.listRemovals,
    })
    .post(
      '/removals/:id/undo',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'samples', action: 'updated', activityActions: ['undone'], id: null }) },
          async (tx) => {
            const removal = await lockRemoval(tx, context.params.id)
            if (removal.undoneAt !== null) throw conflict('errors.removalUndone')
            const restored = await undoChanges(tx, sources, removal.changes, requestActor(context.request))
            for (const event of tx.pending.events) event.activityActions = []
            await markUndone(tx, removal.id)
            return restored
          },
        ),
      { response: { 200: samplesRestored }, detail: operations.undoRemoval },
    )
}
