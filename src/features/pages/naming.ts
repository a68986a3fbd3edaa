import { sql } from 'drizzle-orm'
import type { Naming } from '#platform/feature'
import { readJson } from './page-json'
import { titleOf } from './page-title'
import { readPage } from './store'
import { pageContents } from './table'

/** The pages, for whoever keeps account of what they name. */
export const namingPages: Naming = {
  kind: 'page',
  versions: sql`select ${pageContents.page}, ${pageContents.version} from ${pageContents}`,
  async read(db, id) {
    const page = await readPage(db, id)
    if (!page) return undefined
    const { content, version } = page
    return { version, title: titleOf(page.page, content, 'en') ?? page.page, standing: 'live', values: { content } }
  },
  fields: (values) => readJson('content' in values ? String(values.content) : ''),
}
