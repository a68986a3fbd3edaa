import { type ChecklistItem, countedLeft } from '#platform/checklist'
import type { Database } from '#platform/db/database'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { defaultLanguage, languages } from '#i18n/language'
import { text } from '#text/reading'
import { pageNames } from './contract'
import { headingOf } from '#ui/head/derived-title'
import { metadataIn, readJson, textsIn } from './page-json'
import { listPageContents } from './store'
import { listUntranslatedPageContents } from './translations'

/** The checklist entries about the pages. */
export const pageContentsChecklist: readonly ChecklistItem[] = [
  {
    key: 'translations',
    async left({ db }) {
      const list = await listUntranslatedPageContents(db)
      return countedLeft((await list.whole()).length, href(adminPaths.translations))
    },
  },
  {
    key: 'descriptions',
    async left({ db }) {
      const contents = new Map((await readContents(db)).map(({ page, content }) => [page, content]))
      const missing = pageNames.flatMap((page) =>
        languages.flatMap((language) => {
          const below = language === defaultLanguage ? '' : `translations.${language}.`
          const content = contents.get(page) ?? {}
          // The subtitle of a page is its description until one is typed.
          const { subtitle } = headingOf(page, textsIn(content, language))
          return (text(metadataIn(content, language), 'description') ?? subtitle)
            ? []
            : [{ page, field: `${below}metadata.description` }]
        }),
      )
      return countedLeft(missing.length, editor(missing[0]?.page, missing[0]?.field))
    },
  },
]

async function readContents(db: Database) {
  const pages = await listPageContents(db)
  return pages.map(({ page, content }) => ({ page, content: readJson(content) }))
}

const editor = (page?: string, field?: string) =>
  page === undefined
    ? href(adminPaths.content)
    : `${href(adminPaths.content)}?page=${page}${field ? `&field=${field}` : ''}`
