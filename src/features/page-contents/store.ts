import { asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { about, type Actor, emit, type Transaction } from '#platform/events/events'
import type { PublicAddress } from '#platform/feature'
import { notFound } from '#contract/http-error'
import { languages, type OtherLanguage } from '#i18n/language'
import { sitePaths } from '#i18n/addresses/paths'
import { checkVersion, type Expected } from '#platform/writes/commit'
import { draftsOf, dropDraft, findDraft, addDraft, draftStore, type Saving } from '#records/history/drafts'
import type { Draft } from '#records/history/history-contract'
import { addRevision, listRevisions, type Origin, type RecordKey } from '#records/history/revisions'
import { withoutHints } from '#records/hints/hints'
import { translationOf, type TextInLanguage, textsInLanguages } from '#records/translation/translated-texts'
import { marksOf, trackTranslations, readMarks, compareTranslations } from '#records/translation/translations'
import { isRecord, parseJson } from '#text/parse-json'
import { records, text } from '#text/reading'
import type { Fields } from '#records/kind/fields'
import { mapLanguages } from '#records/kind/nested'
import { cleanDeclared } from '#records/kind/nested-texts'
import { alignLists } from './align-lists'
import { listingIn, readJson } from './page-json'
import {
  type EditedPageContent,
  type EditedPageContentSummary,
  type PageContent,
  type PageContentInput,
  pageContent,
  pageDraftInput,
  type PageName,
  pageName,
  type PagePeople,
  pageNames,
} from './contract'
import { fieldsOf } from './page-fields'
import { pageContents } from './table'
import { type Listed, listed } from '#platform/long-list'
import { isLeft, type TranslationDetail, type Untranslated } from '#records/translation/translation-contract'

export async function listPageContents(db: Database): Promise<PageContent[]> {
  const rows = await db.select().from(pageContents).orderBy(asc(pageContents.id))
  return rows.map(toPageContent)
}

/** Stored pages, and those with only a draft. */
export async function listEditedPageContents(db: Database): Promise<EditedPageContentSummary[]> {
  const pages = await listPageContents(db)
  const drafts = await draftsOf(db, 'page')
  const marks = await marksOf(db, 'page', pageName.options)
  const others = [...drafts.keys()].filter((name) => !pages.some(({ page }) => page === name))
  return [...pages, ...others.map((name) => nothingStored(pageName.parse(name)))].map((page) => ({
    ...page,
    draft: drafts.get(page.page) ?? null,
    translation: translationOf(pageContentTexts(page.page, page.content), marks(page.page)),
  }))
}

/** The people of the about page that have a picture: the names are the same in all languages. */
export async function findPeople(db: Database): Promise<PagePeople> {
  const page = await readPageContent(db, 'about')
  const people = records(readJson(page?.content ?? ''), 'team').flatMap((person) => {
    const [name, photo] = [text(person, 'name'), text(person, 'photo')]
    return name && photo ? [{ name, photo }] : []
  })
  return { people }
}

/** Throws 404. */
export async function findPageContent(db: Database, name: PageName): Promise<PageContent> {
  const page = await readPageContent(db, name)
  if (!page) throw notFound('page')
  return page
}

/** Throws 404 for a page without stored content and without a draft. */
export async function findEditedPageContent(db: Database, name: PageName): Promise<EditedPageContent> {
  const page = await readPageContent(db, name)
  const draft = await readDraft(db, name)
  if (!page && !draft) throw notFound('page')
  const read = page ?? nothingStored(name)
  const marks = await readMarks(db, keyOf(name))
  return { ...read, draft, translation: translationOf(pageContentTexts(read.page, read.content), marks) }
}

/** The URLs of the pages, which exist with or without stored content. */
export async function listAddresses(db: Database): Promise<PublicAddress[]> {
  const rows = await db.select({ page: pageContents.page, content: pageContents.content }).from(pageContents)
  const contents = new Map(rows.map(({ page, content }) => [page, readJson(content)]))
  return pageName.options.map((name) => {
    const content = contents.get(name) ?? {}
    return {
      page: sitePaths[name],
      written: Object.fromEntries(languages.map((language) => [language, listingIn(content, language)])),
    }
  })
}

/** Creates the page or replaces its content, and deletes its draft; version 1 is a new page. */
export async function savePageContent(
  tx: Database,
  { page, content }: PageContentInput,
  expected: Expected,
  actor: Actor,
): Promise<PageContent> {
  const before = await lockPage(tx, page, expected)
  const clean = toPublished(page, content, contentsOf(before))
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
  await trackTranslations(tx, keyOf(page), { before: textsBefore(before), after: pageContentTexts(page, clean) })
  return toPageContent(row!)
}

/** The public content if it were published now; stores nothing. */
export async function previewPageContent(db: Database, page: PageName, content: string): Promise<PageContent> {
  const before = await readPageContent(db, page)
  const draft = await readDraft(db, page)
  return {
    id: before?.id ?? 0,
    page,
    content: toPublished(page, content, contentsOf({ stored: before, draft })),
    updatedAt: new Date().toISOString(),
    version: (before?.version ?? 0) + 1,
  }
}

/** Throws 404 for a page without stored content and without a draft. */
export async function findPageContentTranslation(
  db: Database,
  page: PageName,
  language: OtherLanguage,
): Promise<TranslationDetail> {
  const stored = await readPageContent(db, page)
  const draft = await readDraft(db, page)
  if (!stored && !draft) throw notFound('page')
  const compare = (content: unknown) =>
    compareTranslations(db, keyOf(page), pageContentTexts(page, String(content)), language)
  return { ...(await compare(stored?.content ?? '{}')), draft: draft && (await compare(draft.values.content)) }
}

/** Pages with missing or outdated translations. */
export const listUntranslatedPageContents = async (db: Database): Promise<Listed<Untranslated>> =>
  listed(pageNames, (names) => untranslatedPages(db, names))

async function untranslatedPages(db: Database, names: readonly PageName[]): Promise<Untranslated[]> {
  const pages = (await listEditedPageContents(db)).filter(({ page }) => names.includes(page))
  const marks = await marksOf(db, 'page', pageNames)
  const rows = await Promise.all(
    pages.map(async ({ page, updatedAt, translation, draft }) => {
      const newer = draft && (await readDraft(db, page))
      const report = newer && translationOf(pageContentTexts(page, String(newer.values.content)), marks(page))
      return { kind: 'page', id: page, title: page, updatedAt, ...translation, draft: report }
    }),
  )
  return rows.filter(isLeft)
}

/** The translatable texts of a page, from its JSON text: those of lists by the entries of the English one. */
export const pageContentTexts = (page: PageName, content: string): TextInLanguage[] =>
  textsInLanguages(fieldsOf(page), readJson(content))

/** The drafts and the history of the pages. */
export const pageContentStore = {
  keyOf,
  listHistory: async (db: Database, page: PageName, part: { before?: number; limit: number }) =>
    listRevisions(db, keyOf(page), part),
  ...draftStore<PageName, Before, Pick<PageContentInput, 'content'>, EditedPageContent>({
    keyOf,
    lock: lockPage,
    nameOf: ({ page }) => named(page),
    draftInput: pageDraftInput,
    keep,
    // A page without stored content has nothing to confirm.
    textsBefore: (before) => {
      if (contentsOf(before).length === 0) throw notFound('page')
      return textsBefore(before)
    },
    confirmed: (tx, { page }) => findEditedPageContent(tx, page),
  }),
}

/** Without changing the published version. */
async function keep(
  tx: Transaction,
  before: Before,
  { content }: Pick<PageContentInput, 'content'>,
  saving: Saving,
): Promise<EditedPageContent> {
  const { page, draft } = before
  // A restored version is complete.
  const values = { content: toStored(page, content, saving.kind === 'restored' ? [] : contentsOf(before)) }
  await addDraft(tx, keyOf(page), {
    values,
    saving,
    isBegun: draft !== null,
    origin: originOf(before),
    texts: { before: textsBefore(before), after: pageContentTexts(page, values.content) },
  })
  emit(tx, about('page', 'drafted')(named(page)))
  return findEditedPageContent(tx, page)
}

/** A page as locked by a write. */
type Before = { page: PageName; stored: PageContent | undefined; draft: Draft | null }

/** Serializes the writes of a page, whether or not it has a row. */
async function lockPage(tx: Database, page: PageName, expected: Expected): Promise<Before> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`page ${page}`}, 0))`)
  const before = { page, stored: await readPageContent(tx, page), draft: await readDraft(tx, page) }
  // A page without a row may have a draft; its version is 0 then.
  checkVersion(before.stored?.version ?? (before.draft ? 0 : undefined), expected, before.draft?.version)
  return before
}

/** A page stored before there was a history becomes its first version. */
const originOf = ({ stored }: Before): (() => Origin) | undefined =>
  stored && ((): Origin => ({ values: { content: stored.content }, savedAt: stored.updatedAt }))

/** The contents that an edit may be based on: the draft and the live one. */
const contentsOf = ({ stored, draft }: Pick<Before, 'stored' | 'draft'>): string[] =>
  [draft?.values.content, stored?.content].filter((content) => typeof content === 'string')

/** The texts that an editor may have started with. */
function textsBefore(before: Before) {
  return contentsOf(before).map((content) => pageContentTexts(before.page, content))
}

/** A content normalized for storage, aligned with the `befores` that it replaces. */
const toStored = (page: PageName, content: string, befores: string[] = []): string =>
  cleanPageContent(alignLists(content, fieldsOf(page), befores), fieldsOf(page))

/** The same without hints that nobody has changed; the formatting of other content is preserved. */
function toPublished(page: PageName, content: string, befores: string[]): string {
  const stored = toStored(page, content, befores)
  const values = readJson(stored)
  const own = withoutHints(fieldsOf(page), values)
  return JSON.stringify(own) === JSON.stringify(values) ? stored : JSON.stringify(own, null, 2)
}

export async function readPageContent(db: Database, page: PageName): Promise<PageContent | undefined> {
  const [row] = await db.select().from(pageContents).where(eq(pageContents.page, page))
  return row && toPageContent(row)
}

export async function readDraft(db: Database, page: PageName): Promise<Draft | null> {
  const draft = await findDraft(db, keyOf(page))
  const content = draft?.values.content
  if (!draft || typeof content !== 'string') return draft
  return { ...draft, values: { content: alignLists(content, fieldsOf(page)) } }
}

/** Throws 404. */
export function knownPage(name: string): PageName {
  const known = pageName.safeParse(name)
  if (!known.success) throw notFound('page')
  return known.data
}

/** The fields of a page in an event. */
export const named = (page: PageName) => ({ id: page, title: page })

export function keyOf(page: string): RecordKey {
  return { kind: 'page', recordId: page }
}
const nothingStored = (page: PageName) => ({ id: null, page, content: '{}', updatedAt: null, version: 0 })

/** Older releases, and their archives, may contain lists that are not aligned between languages. */
export function toPageContent(row: typeof pageContents.$inferSelect): PageContent {
  const page = pageContent.parse(row)
  return { ...page, content: toStored(page.page, page.content) }
}

/**
 * Sanitizes all declared HTML fields in a page's JSON text, also in lists and in every language of `translations`. The
 * formatting of unchanged text is preserved.
 */
export function cleanPageContent(content: string, fields: Fields): string {
  const page = parseJson(content)
  const clean = isRecord(page) ? mapLanguages(page, (texts) => cleanDeclared(fields, texts, page)) : page
  return JSON.stringify(clean) === JSON.stringify(page) ? content : JSON.stringify(clean, null, 2)
}
