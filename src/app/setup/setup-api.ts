import { Elysia } from 'elysia'
import { adminOnly } from '#auth/admin-only'
import { setupInput, setupState, type SetupInput } from '#contract/setup'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { requestActor } from '#platform/http/request-facts'
import { isSetupOpen, closeSetup } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { and, getTableName, inArray, ne } from 'drizzle-orm'
import { fillStarter } from '#app/content/fill'
import type { SampleSources } from '#app/samples/find-samples'
import { neutralTexts } from '#app/samples/recognize'
import { removeSamples, toText, writePage, writeSite, writeTexts } from '#app/samples/remove-samples'
import { conflict } from '#contract/http-error'
import type { SitePart } from '#contract/site-values'
import { pageName } from '#features/page-contents/contract'
import { readJson } from '#features/page-contents/page-json'
import { pageContentStore, readPageContent } from '#features/page-contents/store'
import { postKind } from '#features/posts/contract'
import { postStore } from '#features/posts/store'
import { posts } from '#features/posts/table'
import { projectKind } from '#features/projects/contract'
import { projectStore } from '#features/projects/store'
import { projects } from '#features/projects/table'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language, languages, otherLanguages } from '#i18n/language'
import { type Actor, emit, omitFromActivity, type Transaction } from '#platform/events/events'
import { hintsFolder, readReadable } from '#platform/readable-rows'
import { starterRows } from '#records/checklist'
import { findDraft } from '#records/history/drafts'
import type { RecordBody, RecordKind } from '#records/kind/record'
import type { RecordStore } from '#records/store'
import { asRow, type RecordTable } from '#records/store/rows'

type Texts = Record<string, unknown>
type Sentence = Record<string, string>

/** Writes the answers of the first screens. Throws 409 unless they are open, and 422 for the logo. */
async function beginSite(
  tx: Transaction,
  answers: SetupInput,
  { actor, config }: { actor: Actor; config: SampleSources['config'] },
): Promise<void> {
  const { name, accent, logo, start } = answers
  if (!(await closeSetup(tx))) throw conflict('errors.setUp')
  const sentence = inEachLanguage(answers.sentence ?? {})
  const given = { ...(name && { name }), ...(accent && { accent }), ...(logo && { logo }) }
  const isEmpty = start === 'empty' || start === 'import'
  const values = {
    ...given,
    ...(isEmpty && { hidden: partsOfSample, footer: firstFooter() }),
    ...(sentence && { footer: byLanguage((language) => sentence[language] ?? '') }),
  }
  if (Object.keys(values).length > 0) await writeSite(tx, values, actor)
  if (isEmpty) {
    await beginEmpty(tx, { hasSentence: sentence !== undefined, actor, isImported: start === 'import' })
    // What the site shows besides records and pages: links, and whatever else came with it.
    await removeSamples(tx, { config, records: [] }, undefined, actor)
  } else {
    if (start === 'example' && (await fillStarter(tx))) emit(tx, { kind: 'site', action: 'created', id: null })
    if (sentence) await showSentence(tx, actor)
  }
  // One write of the owner: Activity has the event of the request for it.
  omitFromActivity(tx)
}

/** Undefined if nothing was typed. A language without a sentence has the other one, until somebody translates it. */
function inEachLanguage(typed: Readonly<Partial<Record<Language, string>>>): Sentence | undefined {
  const first = typed[defaultLanguage] || languages.map((language) => typed[language]).find(Boolean)
  return first
    ? { ...Object.fromEntries(otherLanguages.map((one) => [one, typed[one] ?? ''])), [defaultLanguage]: first }
    : undefined
}

/** Without a subtitle of its own, the home page shows the sentence. */
async function showSentence(tx: Transaction, actor: Actor): Promise<void> {
  const home = await readPageContent(tx, 'home')
  if (home) await writePage(tx, 'home', withoutSubtitle(readJson(home.content)), actor)
}

function withoutSubtitle({ heroSubtitle: _subtitle, translations, ...texts }: Texts): Texts {
  const others = Object.entries(Object(translations) as Record<string, Texts>)
  return {
    ...texts,
    translations: Object.fromEntries(others.map(([language, { heroSubtitle: __, ...own }]) => [language, own])),
  }
}

/** The parts of pages that speak of the company of the examples. */
const partsOfSample: SitePart[] = ['badge', 'industries', 'version']
/** The home page begins with what needs no text: name and sentence, and the waitlist. */
const heroPicture = { show: 'none' }
const firstHome = { sections: ['hero', 'waitlist'], heroPicture }

type Beginning = { hasSentence: boolean; actor: Actor; isImported: boolean }

/**
 * Pages without texts of their own, and hints in their drafts; drafts of a post and a project; and texts of the interface
 * that fit every site. Visitors never see a draft, so no hint can become public by itself.
 */
async function beginEmpty(tx: Transaction, { hasSentence, actor, isImported }: Beginning): Promise<void> {
  const hints = readReadable(hintsFolder)
  await removeExamples(tx, postStore, posts, actor)
  await removeExamples(tx, projectStore, projects, actor)
  for (const row of hints.pages ?? []) {
    const page = pageName.parse(row.page)
    const isHome = page === 'home'
    const content = Object(row.content) as Texts
    await writePage(tx, page, isHome ? firstHome : {}, actor)
    const draft = { ...(isHome && hasSentence ? withoutSubtitle(content) : content), ...(isHome && { heroPicture }) }
    await pageContentStore.saveDraft(tx, { id: page, expected: undefined, actor }, { content: toText(draft) })
  }
  if (!isImported) {
    for (const row of hints.posts ?? []) await postStore.create(tx, draftOf(postKind, row), actor)
    for (const row of hints.projects ?? []) await projectStore.create(tx, draftOf(projectKind, row), actor)
  }
  await writeTexts(tx, neutralTexts())
}

const draftOf = (kind: RecordKind, row: Texts): RecordBody => ({
  input: { ...kind.draftInput.parse(row), status: 'draft' },
  faults: [],
})

/** Until there is a sentence. */
const firstFooter = () => byLanguage((language) => neutralTexts()['footer.tagline']?.[language] ?? '')

/** Deletes the example records as they came; those that somebody has changed go to the trash. */
async function removeExamples<K extends RecordKind>(
  tx: Transaction,
  store: RecordStore<K>,
  table: RecordTable,
  actor: Actor,
): Promise<void> {
  const slugs = starterRows(getTableName(table)).map(({ slug }) => String(slug))
  if (slugs.length === 0) return
  const found = await tx
    .select()
    .from(table)
    .where(and(inArray(table.slug, slugs), ne(table.status, 'trashed')))
  for (const { id, version } of found.map(asRow)) {
    const isChanged = version > 1 || (await findDraft(tx, store.keyOf(id))) !== null
    if (isChanged) await store.trash(tx, { id, expected: undefined, actor })
    else await store.remove(tx, { id, expected: undefined })
  }
}

giveExample(setupInput, {
  name: 'Acme',
  sentence: { en: 'We repair bicycles while you wait.', es: 'Reparamos bicicletas al momento.' },
  accent: '#1d6f5c',
  logo: null,
  start: 'example',
})

describeFields(setupInput, {
  sentence: 'What the company does, in a sentence.',
  start:
    '`example` keeps the example texts; `empty` replaces them by pages with hints that visitors do not see, and by a draft of a post and of a project; `import` does so without the drafts. Examples that were changed are moved to the trash.',
})

const operations = describe({
  getSetup:
    'Check whether the site still has to be set up. `open` is true from the creation of the first administrator until the setup is done or skipped. It is false for sites of earlier releases.',
  setUpSite: 'Set up the site. Every field can be omitted, and `{}` skips the setup. Returns 409 after the first time.',
})

export const setupApi = (services: Services) =>
  new Elysia({ prefix: '/setup', tags: ['Site'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', async () => ({ open: await isSetupOpen(services.db) }), {
      response: { 200: setupState },
      detail: operations.getSetup,
    })
    .post(
      '',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'site-settings', action: 'updated', id: 'site' }) },
          async (tx) => {
            await beginSite(tx, context.body, { actor: requestActor(context.request), config: services.config })
            return { open: false }
          },
        ),
      { body: setupInput, response: { 200: setupState }, detail: operations.setUpSite },
    )
