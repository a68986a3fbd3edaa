import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import { type Listed, listed } from '#platform/long-list'
import type { Expected } from '#platform/writes/versions'
import { isLeft, type TranslationDetail, type Untranslated } from '#records/translation/translation-contract'
import { compareTranslations, confirmTranslations, marksOf, translationOf } from '#records/translation/translations'
import { type EditedPage, type PageName, pageNames } from './contract'
import { pageTexts } from './page-texts'
import { findEditedPage, listEditedPages, keyOf, knownPage, lockPage, readDraft, readPage, textsOf } from './store'

/** Throws 404 for a page of which nothing is stored, not even a draft. */
export async function findPageTranslation(db: Database, name: string): Promise<TranslationDetail> {
  const page = knownPage(name)
  const stored = await readPage(db, page)
  const draft = await readDraft(db, page)
  if (!stored && !draft) throw notFound('page')
  const compare = (content: unknown) => compareTranslations(db, keyOf(page), pageTexts(page, String(content)))
  return { ...(await compare(stored?.content ?? '{}')), draft: draft && (await compare(draft.values.content)) }
}

/** Of which something is left to translate. */
export const listUntranslatedPages = async (db: Database): Promise<Listed<Untranslated>> =>
  listed(pageNames, (names) => untranslatedPages(db, names))

async function untranslatedPages(db: Database, names: readonly PageName[]): Promise<Untranslated[]> {
  const pages = (await listEditedPages(db)).filter(({ page }) => names.includes(page))
  const marks = await marksOf(db, 'page', pageNames)
  const rows = await Promise.all(
    pages.map(async ({ page, updatedAt, translation: { es }, draft }) => {
      const newer = draft && (await readDraft(db, page))
      const told = newer && translationOf(pageTexts(page, String(newer.values.content)), marks(page))
      return { kind: 'page', id: page, title: page, updatedAt, es, draft: told }
    }),
  )
  return rows.filter(isLeft)
}

/** Visitors see no change. Throws 404, 412, and 422 for what is no text of the page. */
export async function confirmPageTranslation(
  tx: Database,
  name: string,
  fields: readonly string[],
  expected: Expected,
): Promise<EditedPage> {
  const page = knownPage(name)
  const before = await lockPage(tx, page, expected)
  if (!before.stored && !before.draft) throw notFound('page')
  await confirmTranslations(tx, keyOf(page), textsOf(page, before), fields)
  return findEditedPage(tx, page)
}
