import { asc, sql } from 'drizzle-orm'
import type { NamedRecord, Naming } from '#platform/feature'
import { defaultLanguage, type Language } from '#i18n/language'
import type { PageContent, PageName } from './contract'
import { readJson, localizePageContent } from './page-json'
import { text } from '#text/reading'
import { fieldsOf } from './page-fields'
import { readPageContent, toPageContent } from './store'
import { pageContents } from './table'

/** The title of a page in a language; undefined if its content has none. */
export const titleOf = (page: PageName, content: string, language: Language): string | undefined =>
  text(localizePageContent(readJson(content), language), titleField(page))

/** The first text of every page is its title. */
const titleField = (page: PageName): string => Object.keys(fieldsOf(page))[0] ?? ''

/** The pages for features that index what records refer to. */
export const namingPageContents: Naming = {
  kind: 'page',
  versions: sql`select ${pageContents.page}, ${pageContents.version} from ${pageContents}`,
  async read(db, id) {
    const page = await readPageContent(db, id)
    return page && toNamed(page)
  },
  async listLive(db, limit) {
    const rows = await db.select().from(pageContents).orderBy(asc(pageContents.id)).limit(limit)
    return rows.map((row) => ({ id: row.page, ...toNamed(toPageContent(row)) }))
  },
  fields: (values) => readJson('content' in values ? String(values.content) : ''),
}

const toNamed = ({ page, content, version }: PageContent): NamedRecord => ({
  version,
  title: titleOf(page, content, defaultLanguage) ?? page,
  visibility: 'live',
  values: { content },
})
