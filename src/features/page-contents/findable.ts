import { inArray, sql } from 'drizzle-orm'
import type { Findable, FindableText } from '#platform/feature'
import { defaultLanguage, languages } from '#i18n/language'
import { sitePaths } from '#i18n/addresses/paths'
import { isRecord, parseJson } from '#text/parse-json'
import { wordsOf } from '#records/kind/nested-texts'
import { type PageName, pageName } from './contract'
import { fieldsOf } from './page-fields'
import { listingIn } from './page-json'
import { pageContents } from './table'

/** The search entries of the pages: their visible texts, in the languages that have any. */
export const findablePageContents: Findable = {
  kind: 'page',
  versions: sql`select ${pageContents.page}, ${pageContents.version} from ${pageContents}`,
  async read(db, ids) {
    const rows = await db
      .select()
      .from(pageContents)
      .where(inArray(pageContents.page, [...ids]))
      .orderBy(pageContents.page)
      .for('share')
    return rows.flatMap(toTexts)
  },
}

type Row = typeof pageContents.$inferSelect

function toTexts({ version, page: name, content }: Row): FindableText[] {
  const page = pageName.parse(name)
  const stored = parseJson(content)
  if (!isRecord(stored)) return []
  const overlays = isRecord(stored.translations) ? stored.translations : {}
  return languages.flatMap((language) => {
    const texts = language === defaultLanguage ? stored : overlays[language]
    const title = isRecord(texts) ? titleOf(page, texts) : ''
    if (!isRecord(texts) || title === '' || listingIn(stored, language).noindex === true) return []
    const common = { id: page, version, language, visibleFrom: null, page: sitePaths[page], params: {} }
    return [{ ...common, title, text: wordsOf(fieldsOf(page), texts).replace(title, '').trim() }]
  })
}

/** The first text of every page is its title. */
const titleOf = (page: PageName, texts: Record<string, unknown>): string =>
  String(texts[Object.keys(fieldsOf(page))[0] ?? ''] ?? '').trim()
