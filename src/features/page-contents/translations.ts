import type { Database } from '#platform/db/database'
import { notFound } from '#contract/http-error'
import type { OtherLanguage } from '#i18n/language'
import { type Listed, listed } from '#platform/long-list'
import { isLeft, type TranslationDetail, type Untranslated } from '#records/translation/translation-contract'
import { translationOf } from '#records/translation/translated-texts'
import { compareTranslations, marksOf } from '#records/translation/translations'
import { type PageName, pageNames } from './contract'
import { pageContentTexts } from './page-texts'
import { keyOf, listEditedPageContents, readDraft, readPageContent } from './store'

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
