import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { Actor } from '#platform/events/events'
import type { PublicAddress } from '#platform/feature'
import { invalid, notFound } from '#contract/http-error'
import { schemaIssues } from '#platform/http/issues'
import { languages } from '#i18n/language'
import { sitePaths } from '#i18n/addresses/paths'
import { parseJson } from '#text/parse-json'
import { checkVersion, type Expected } from '#platform/writes/versions'
import { draftsOf, dropDraft, findDraft, keepDraft } from '#records/history/drafts'
import type { Draft, RevisionKind } from '#records/history/history-contract'
import { addRevision, findRevision, type Origin, type RecordKey } from '#records/history/revisions'
import { marksOf, noteTranslations, readMarks, translationOf } from '#records/translation/translations'
import { alignLists } from './align-lists'
import { cleanPage } from './clean-page'
import { pageCanonical } from './page-canonical'
import {
  type EditedPage,
  type EditedPageSummary,
  type PageContent,
  type PageContentInput,
  pageContent,
  pageDraftInput,
  type PageName,
  pageName,
} from './contract'
import { fieldsOf } from './page-fields'
import { pageTexts } from './page-texts'
import { pageContents } from './table'

export async function listPages(db: Database): Promise<PageContent[]> {
  const rows = await db.select().from(pageContents).orderBy(asc(pageContents.id))
  return rows.map(toPage)
}

/** What is stored, and what is a draft only. */
export async function listEditedPages(db: Database): Promise<EditedPageSummary[]> {
  const pages = await listPages(db)
  const drafts = await draftsOf(db, 'page')
  const marks = await marksOf(db, 'page', pageName.options)
  const others = [...drafts.keys()].filter((name) => !pages.some(({ page }) => page === name))
  return [...pages, ...others.map((name) => nothingStored(pageName.parse(name)))].map((page) => ({
    ...page,
    draft: drafts.get(page.page) ?? null,
    translation: translationOf(pageTexts(page.page, page.content), marks(page.page)),
  }))
}

/** Throws 404. */
export async function findPage(db: Database, name: string): Promise<PageContent> {
  const page = await readPage(db, name)
  if (!page) throw notFound('page')
  return page
}

/** Throws 404 for a page of which nothing is stored, not even a draft. */
export async function findEditedPage(db: Database, name: string): Promise<EditedPage> {
  const page = await readPage(db, name)
  const draft = await readDraft(db, name)
  if (!page && !draft) throw notFound('page')
  const read = page ?? nothingStored(pageName.parse(name))
  const marks = await readMarks(db, keyOf(name))
  return { ...read, draft, translation: translationOf(pageTexts(read.page, read.content), marks) }
}

/** Where the pages are shown, which are there whether their content is stored or not. */
export async function listAddresses(db: Database): Promise<PublicAddress[]> {
  const rows = await db.select({ page: pageContents.page, content: pageContents.content }).from(pageContents)
  const contents = new Map(rows.map(({ page, content }) => [page, parseJson(content)]))
  return pageName.options.map((name) => {
    const content = contents.get(name)
    return {
      page: sitePaths[name],
      written: Object.fromEntries(
        languages.map((language) => [language, { canonical: pageCanonical(content, language) }]),
      ),
    }
  })
}

/** Creates the page or replaces its content, and ends its draft; version 1 is a page just created. */
export async function savePage(
  tx: Database,
  { page, content }: PageContentInput,
  expected: Expected,
  actor: Actor,
): Promise<PageContent> {
  const before = await lockPage(tx, page, expected)
  const clean = toStored(page, content, contentsOf(before))
  const [row] = await tx
    .insert(pageContents)
    .values({ page, content: clean })
    .onConflictDoUpdate({
      target: pageContents.page,
      set: { content: clean, version: sql`${pageContents.version} + 1`, updatedAt: sql`now()` },
    })
    .returning()
  await dropDraft(tx, keyOf(page))
  await addRevision(tx, keyOf(page), {
    kind: row?.version === 1 ? 'created' : 'published',
    values: { content: clean },
    actor,
    before: originOf(before),
  })
  await noteTranslations(tx, keyOf(page), { before: textsOf(page, before), after: pageTexts(page, clean) })
  return toPage(row!)
}

/** What visitors would read if the content were published now; nothing is stored. */
export async function previewPage(db: Database, page: PageName, content: string): Promise<PageContent> {
  const before = await readPage(db, page)
  const draft = await readDraft(db, page)
  return {
    id: before?.id ?? 0,
    page,
    content: toStored(page, content, contentsOf({ stored: before, draft })),
    updatedAt: new Date().toISOString(),
    version: (before?.version ?? 0) + 1,
  }
}

/** Visitors go on seeing what is stored. Throws 404 for what is no page, and 412. */
export const savePageDraft = (
  tx: Database,
  name: string,
  content: string,
  expected: Expected,
  actor: Actor,
  isAutosave = false,
): Promise<EditedPage> => addDraft(tx, knownPage(name), { content, expected, actor, kind: 'draft', isAutosave })

export async function discardPageDraft(tx: Database, name: string, expected: Expected): Promise<void> {
  const page = knownPage(name)
  await lockPage(tx, page, expected)
  await dropDraft(tx, keyOf(page))
}

/** The content of an old version becomes the draft. Throws 404, 412 and 422. */
export async function restorePage(
  tx: Database,
  name: string,
  version: number,
  expected: Expected,
  actor: Actor,
): Promise<EditedPage> {
  const page = knownPage(name)
  const { values } = await findRevision(tx, keyOf(page), version)
  const read = pageDraftInput.safeParse(values)
  if (!read.success) throw invalid(schemaIssues(read.error))
  return addDraft(tx, page, { content: read.data.content, expected, actor, kind: 'restored', restoredFrom: version })
}

/** Whose history is asked for. Throws 404 for what is no page. */
export const pageKey = (name: string): RecordKey => keyOf(knownPage(name))

type Drafting = {
  content: string
  expected: Expected
  actor: Actor
  kind: RevisionKind
  restoredFrom?: number
  isAutosave?: boolean
}

async function addDraft(
  tx: Database,
  page: PageName,
  { content, expected, isAutosave = false, ...saving }: Drafting,
): Promise<EditedPage> {
  const before = await lockPage(tx, page, expected)
  // What was restored is whole in itself.
  const values = { content: toStored(page, content, saving.kind === 'restored' ? [] : contentsOf(before)) }
  // The version of a draft that was discarded stays.
  const autosave = before.draft ? 'joins' : 'begins'
  const version = await addRevision(tx, keyOf(page), {
    values,
    ...saving,
    ...(isAutosave ? { autosave } : {}),
    before: originOf(before),
  })
  await noteTranslations(tx, keyOf(page), {
    before: textsOf(page, before),
    after: pageTexts(page, values.content),
    isWritten: saving.kind !== 'restored',
  })
  await keepDraft(tx, keyOf(page), { version, values, actor: saving.actor })
  return findEditedPage(tx, page)
}

/** A page as a write found it. */
type Before = { stored: PageContent | undefined; draft: Draft | null }

/** One write of a page at a time, whether it has a row or not. */
export async function lockPage(tx: Database, page: PageName, expected: Expected): Promise<Before> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`page ${page}`}, 0))`)
  const before = { stored: await readPage(tx, page), draft: await readDraft(tx, page) }
  // A draft stands for a page without a row too.
  checkVersion(before.stored?.version ?? (before.draft ? 0 : undefined), expected, before.draft?.version)
  return before
}

/** What was stored before there was a history is its first version. */
const originOf = ({ stored }: Before): (() => Origin) | undefined =>
  stored && (() => ({ values: { content: stored.content }, savedAt: stored.updatedAt }))

/** What an editor may have written over: the draft, or what is live. */
const contentsOf = ({ stored, draft }: Before): string[] =>
  [draft?.values.content, stored?.content].filter((content) => typeof content === 'string')

/** The texts of the same. */
export const textsOf = (page: PageName, before: Before) => contentsOf(before).map((content) => pageTexts(page, content))

/** A content as it is kept, written over one of `befores`. */
const toStored = (page: PageName, content: string, befores: string[] = []): string =>
  cleanPage(alignLists(content, fieldsOf(page), befores), fieldsOf(page))

export async function readPage(db: Database, name: string): Promise<PageContent | undefined> {
  const known = pageName.safeParse(name)
  const [row] = known.success ? await db.select().from(pageContents).where(eq(pageContents.page, known.data)) : []
  return row && toPage(row)
}

export async function readDraft(db: Database, name: string): Promise<Draft | null> {
  const known = pageName.safeParse(name)
  const draft = known.success ? await findDraft(db, keyOf(known.data)) : null
  const content = draft?.values.content
  if (!known.success || !draft || typeof content !== 'string') return draft
  return { ...draft, values: { content: alignLists(content, fieldsOf(known.data)) } }
}

/** Throws 404. */
export function knownPage(name: string): PageName {
  const known = pageName.safeParse(name)
  if (!known.success) throw notFound('page')
  return known.data
}

export const keyOf = (page: string): RecordKey => ({ kind: 'page', recordId: page })
const nothingStored = (page: PageName) => ({ id: null, page, content: '{}', updatedAt: null, version: 0 })

/** An older release, and archives of it, may have left lists that have drifted apart. */
function toPage(row: typeof pageContents.$inferSelect): PageContent {
  const page = pageContent.parse(row)
  return { ...page, content: toStored(page.page, page.content) }
}
