import { href } from '#i18n/addresses/href'
import { parseAt } from '#platform/http/issues'
import { sitePaths } from '#i18n/addresses/paths'
import type { RecordFeature } from '#records/feature'
import { pageContentsApi } from './api'
import { type ChecklistItem, countedLeft } from '#platform/checklist'
import type { Database } from '#platform/db/database'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { defaultLanguage, languages, type Language } from '#i18n/language'
import { text } from '#text/reading'
import { pageNames, pageDraftInput, pageName, type PageContent } from './contract'
import { headingOf } from '#ui/head/derived-title'
import { metadataIn, readJson, textsIn, localizePageContent } from './page-json'
import { listPageContents, findEditedPageContent, knownPage, listAddresses, previewPageContent } from './store'
import { listUntranslatedPageContents } from './translations'
import { findablePageContents } from './findable'
import { translate } from '#i18n/translate'
import { isRecord, parseObject } from '#text/parse-json'
import type { Marks } from '#text/html/marks'
import { markRecord } from '#records/preview/preview-record'
import { defaultTexts } from './default-texts'
import { pageContentKindOf } from './page-fields'
import { namingPageContents } from './naming'
import { pageContents as table } from './table'

/** The checklist entries about the pages. */
const pageContentsChecklist: readonly ChecklistItem[] = [
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

declare module '#platform/events/events' {
  interface Kinds {
    page: true
  }
}

/** The content of a page is stored as text, whose order and indentation are its editor's. */
const packPage = (page: Record<string, unknown>) => ({ ...page, content: JSON.stringify(page.content, null, 2) })

export const pageContents: RecordFeature = {
  api: {
    named: { '/api/page-contents/:page': async (_, { page = '' }) => void knownPage(page) },
    routes: pageContentsApi,
    reads: [{ address: '/api/page-contents', kinds: ['page'], rest: /^\/[a-z]{1,20}$/ }],
  },
  content: {
    kinds: [
      {
        name: 'page',
        untranslated: listUntranslatedPageContents,
        edited: (db, name) => findEditedPageContent(db, knownPage(name)),
        addresses: { limited: listAddresses },
        findable: findablePageContents,
        naming: namingPageContents,
        preview: async (db, { id, values, language }) => {
          const page = parseAt(pageName, id, 'id')
          const answer = await previewPageContent(db, page, parseAt(pageDraftInput, values, 'values').content)
          return { path: href(sitePaths[page], {}, language), address: `/api/page-contents/${page}`, answer }
        },
        mark: markPageContent,
        draft: pageDraftInput,
      },
    ],
    tables: {
      pages: { table, row: { page: pageName, content: pageDraftInput.shape.content }, pack: packPage },
    },
  },
  checklist: pageContentsChecklist,
}

/**
 * A page whose texts are marked with the field each comes from. The built-in text of an empty field is marked with the
 * field of the displayed language.
 */
function markPageContent(answer: object, marks: Marks, language: Language): object {
  const { page, content, ...rest } = answer as PageContent
  const texts = parseObject(content)
  const shown = localizePageContent(texts, language)
  const below = language === defaultLanguage ? '' : `translations.${language}.`
  const builtIn = Object.fromEntries(
    Object.entries(defaultTexts[page])
      .filter(([key, id]) => id && text(shown, key) === undefined)
      .map(([key, id]) => [key, marks.text(below + key, translate(language, id!))]),
  )
  const { translations, ...marked } = markRecord(pageContentKindOf(page), texts, marks)
  const overlays = isRecord(translations) ? translations : {}
  const own = language === defaultLanguage ? {} : { [language]: { ...Object(overlays[language]), ...builtIn } }
  const english = language === defaultLanguage ? { ...marked, ...builtIn } : marked
  return { page, ...rest, content: JSON.stringify({ ...english, translations: { ...overlays, ...own } }) }
}
