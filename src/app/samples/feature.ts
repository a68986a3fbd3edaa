import { z } from 'zod'
import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { conflict, HttpError } from '#contract/http-error'
import {
  removalEntry,
  type Sample,
  sample,
  sampleRemoval,
  samplesRemoved,
  samplesRestored,
  type SamplesRestored,
} from '#contract/samples'
import { sampleChange, type SampleChange, sampleRemovals } from './table'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { cachedRead } from '#platform/cache/cached-read'
import { countedLeft, type Feature, namedRecord } from '#platform/feature'
import { type CacheTag, type Actor, omitFromActivity, type Transaction } from '#platform/events/events'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import { visitorLanguage } from '#i18n/visitor-language'
import { translate } from '#i18n/translate'
import { type Language, languages } from '#i18n/language'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import type { Importing } from '#records/store/content-kind'
import { storedCount } from '#text/stored-schema'
import { findSamples, type SampleSources } from './find-samples'
import { removeSamples, writePage, writeRecord, writeSite, writeTexts } from './remove-samples'
import { addRemoval, forgetRemovals, listRemovals, lockRemoval, markUndone } from './store'
import { pageName } from '#features/page-contents/contract'
import { readJson } from '#features/page-contents/page-json'
import { readPageContent } from '#features/page-contents/store'
import { siteInput } from '#features/settings/site/contract'
import type { SiteTextsInput } from '#features/settings/texts/contract'
import { isTextKey } from '#features/settings/texts/store'
import { readSite, readOwnTexts } from '#platform/owner/site'
import { isRecord } from '#text/parse-json'

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
    'List samples. Public content that was not changed since the installation, or names the sample company: records, texts and SEO fields of pages, interface texts, drawings, and settings of the site.',
  removeSamples: {
    text: 'Remove samples. The given ones, or all without `samples`: records are moved to the trash, texts of pages replaced by neutral ones, parts of the pages switched off. Records that were partly changed become drafts.',
    answers: { 200: { example: { id: 1, removed: 96, kept: 1, until: '2026-12-27T09:30:00.000Z' } } },
  },
  listSampleRemovals: 'List removals of samples. Those that can be undone, newest first.',
  undoSampleRemoval: 'Undo a removal of samples. Later changes are kept. Returns 409 if it was undone before.',
})

describeFields(sample, {
  field: 'null: the whole record or text.',
  language: 'null: the value is the same in all languages.',
  href: 'The path of the field in the admin.',
})
describeFields(samplesRemoved, {
  kept: 'How many can be replaced only by you, such as the name of the site.',
  until: 'Until when the removal can be undone.',
})
describeFields(samplesRestored, { kept: 'How many were changed since, and stay as they are.' })
giveExample(sample, {
  kind: 'page',
  id: 'home',
  field: 'heroPicture',
  language: null,
  title: 'The drawing of three industries',
  href: `${href(adminPaths.content)}?page=home&field=heroPicture`,
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
            omitFromActivity(tx)
            return { ...(await addRemoval(tx, removed, changes)), removed, kept }
          },
        ),
      { body: sampleRemoval, response: { 200: samplesRemoved }, detail: operations.removeSamples },
    )
    .get('/removals', () => listRemovals(services.db), {
      response: { 200: z.array(removalEntry) },
      detail: operations.listSampleRemovals,
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
            omitFromActivity(tx)
            await markUndone(tx, removal.id)
            return restored
          },
        ),
      { response: { 200: samplesRestored }, detail: operations.undoSampleRemoval },
    )
}

type Texts = Record<string, unknown>

/** Takes back what a removal changed, except for what somebody has changed since. */
async function undoChanges(
  tx: Transaction,
  sources: SampleSources,
  changes: readonly SampleChange[],
  actor: Actor,
): Promise<SamplesRestored> {
  const total = { restored: 0, kept: 0 }
  for (const change of changes) {
    const { restored, kept } = await undo(tx, sources, change, actor)
    total.restored += restored
    total.kept += kept
  }
  return total
}

async function undo(
  tx: Transaction,
  sources: SampleSources,
  change: SampleChange,
  actor: Actor,
): Promise<SamplesRestored> {
  if (change.is === 'site') return undoSite(tx, sources, change, actor)
  if (change.is === 'texts') return undoTexts(tx, change)
  if (change.is === 'page') return undoPage(tx, change, actor)
  const record = sources.records.find(({ kind }) => kind.name === change.kind)
  const stored = record && (await record.naming.read(tx, String(change.id)))
  if (!record || stored?.version !== change.version) return { restored: 0, kept: 1 }
  try {
    if (change.is === 'trashed') await record.putBack(tx, change.id, actor)
    else await writeRecord(tx, record, { id: change.id, values: change.before, status: 'published' }, actor)
    return { restored: 1, kept: 0 }
  } catch (error) {
    if (error instanceof HttpError) return { restored: 0, kept: 1 }
    throw error
  }
}

type Change<Is> = Extract<SampleChange, { is: Is }>

async function undoSite(
  tx: Transaction,
  { config }: SampleSources,
  { before, after }: Change<'site'>,
  actor: Actor,
): Promise<SamplesRestored> {
  const { stored } = await readSite(tx, config)
  const same = Object.keys(after).filter((name) => Bun.deepEquals(Reflect.get(stored, name) ?? null, after[name]))
  const values = Object.fromEntries(same.map((name) => [name, before[name] ?? null]))
  // Checked again, because archives are untrusted.
  if (same.length > 0) await writeSite(tx, siteInput.parse(values), actor)
  return { restored: same.length, kept: Object.keys(after).length - same.length }
}

async function undoTexts(tx: Transaction, { before, after }: Change<'texts'>): Promise<SamplesRestored> {
  const own = await readOwnTexts(tx)
  const counts = { restored: 0, kept: 0 }
  const back: Record<string, Texts> = {}
  for (const [key, texts] of Object.entries(after))
    for (const language of languages) {
      const text = texts[language]
      if (text === undefined) continue
      const isSame = isTextKey(key) && (own[language][key] ?? null) === text
      if (isSame) back[key] = { ...back[key], [language]: before[key]?.[language] ?? null }
      counts[isSame ? 'restored' : 'kept']++
    }
  if (counts.restored > 0) await writeTexts(tx, back as SiteTextsInput)
  return counts
}

async function undoPage(
  tx: Transaction,
  { page, before, after }: Change<'page'>,
  actor: Actor,
): Promise<SamplesRestored> {
  const name = pageName.safeParse(page)
  const stored = name.success ? await readPageContent(tx, name.data) : undefined
  if (!stored) return { restored: 0, kept: 1 }
  const counts = { restored: 0, kept: 0 }
  const content = merged(readJson(before), readJson(after), readJson(stored.content), counts)
  if (name.success && counts.restored > 0) await writePage(tx, name.data, content, actor)
  return counts
}

/** The values of `now`, and those of `before` where `now` is still as `after`; objects key by key. */
function merged(before: Texts, after: Texts, now: Texts, counts: SamplesRestored): Texts {
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  const entries = [...keys].flatMap((key) => {
    const [was, became, is] = [before[key], after[key], now[key]]
    if (Bun.deepEquals(was, became)) return is === undefined ? [] : [[key, is]]
    if (isRecord(was) && (is === undefined || isRecord(is)))
      return [[key, merged(was, isRecord(became) ? became : {}, isRecord(is) ? is : {}, counts)]]
    const isSame = Bun.deepEquals(is, became)
    counts[isSame ? 'restored' : 'kept']++
    const value = isSame ? was : is
    return value === undefined ? [] : [[key, value]]
  })
  return Object.fromEntries(entries)
}
