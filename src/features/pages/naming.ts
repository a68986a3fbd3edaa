import { sql } from 'drizzle-orm'
import type { Naming } from '#platform/feature'
import { readJson } from './page-json'
import { titleOf } from './page-title'
import { readPage } from './store'
import { pageContents } from './table'
import { defaultLanguage } from '#i18n/language'

/** The pages for features that index what records refer to. */
export const namingPages: Naming = {
  kind: 'page',
  versions: sql`select ${pageContents.page}, ${pageContents.version} from ${pageContents}`,
  async read(db, id) {
    const page = await readPage(db, id)
    if (!page) return undefined
    const { content, version } = page
    return {
      version,
      title: titleOf(page.page, content, defaultLanguage) ?? page.page,
      visibility: 'live',
      values: { content },
    }
  },
  fields: (values) => readJson('content' in values ? String(values.content) : ''),
}
