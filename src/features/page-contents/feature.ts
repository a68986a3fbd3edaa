import { href } from '#i18n/addresses/href'
import { parseAt } from '#platform/http/issues'
import { sitePaths } from '#i18n/addresses/paths'
import type { RecordFeature } from '#records/feature'
import { pageContentsApi } from './api'
import { type ChecklistItem, countedLeft } from '#platform/feature'
import type { Database } from '#platform/db/database'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { defaultLanguage, languages, type Language } from '#i18n/language'
import { text } from '#text/reading'
import { pageNames, pageDraftInput, pageName, type PageContent, type PageName } from './contract'
import { headingOf } from '#ui/head/metadata'
import { metadataIn, readJson, textsIn, localizePageContent, listingIn } from './page-json'
import {
  listPageContents,
  findEditedPageContent,
  knownPage,
  listAddresses,
  previewPageContent,
  readPageContent,
  toPageContent,
  listUntranslatedPageContents,
} from './store'
import { inArray, sql, asc } from 'drizzle-orm'
import type { Findable, FindableText, NamedRecord, Naming } from '#platform/feature'
import { isRecord, parseJson, parseObject } from '#text/parse-json'
import { wordsOf } from '#records/kind/nested-texts'
import { fieldsOf, pageContentKindOf } from './page-fields'
import { pageContents as table } from './table'
import { translate } from '#i18n/translate'
import type { Marks } from '#text/html/marks'
import { markRecord } from '#records/preview/preview-record'
import { defaultTexts } from './default-texts'

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

/** The search entries of the pages: their visible texts, in the languages that have any. */
const findablePageContents: Findable = {
  kind: 'page',
  versions: sql`select ${table.page}, ${table.version} from ${table}`,
  async read(db, ids) {
    const rows = await db
      .select()
      .from(table)
      .where(inArray(table.page, [...ids]))
      .orderBy(table.page)
      .for('share')
    return rows.flatMap(toTexts)
  },
}

type Row = typeof table.$inferSelect

function toTexts({ version, page: name, content }: Row): FindableText[] {
  const page = pageName.parse(name)
  const stored = parseJson(content)
  if (!isRecord(stored)) return []
  const overlays = isRecord(stored.translations) ? stored.translations : {}
  return languages.flatMap((language) => {
    const texts = language === defaultLanguage ? stored : overlays[language]
    const title = isRecord(texts) ? ownTitle(page, texts) : ''
    if (!isRecord(texts) || title === '' || listingIn(stored, language).noindex === true) return []
    const common = { id: page, version, language, visibleFrom: null, page: sitePaths[page], params: {} }
    return [{ ...common, title, text: wordsOf(fieldsOf(page), texts).replace(title, '').trim() }]
  })
}

const ownTitle = (page: PageName, texts: Record<string, unknown>): string =>
  String(texts[titleField(page)] ?? '').trim()

/** The title of a page in a language; undefined if its content has none. */
export const titleOf = (page: PageName, content: string, language: Language): string | undefined =>
  text(localizePageContent(readJson(content), language), titleField(page))

/** The first text of every page is its title. */
const titleField = (page: PageName): string => Object.keys(fieldsOf(page))[0] ?? ''

/** The pages for features that index what records refer to. */
const namingPageContents: Naming = {
  kind: 'page',
  versions: sql`select ${table.page}, ${table.version} from ${table}`,
  async read(db, id) {
    const page = await readPageContent(db, pageName.parse(id))
    return page && toNamed(page)
  },
  async listLive(db, limit) {
    const rows = await db.select().from(table).orderBy(asc(table.id)).limit(limit)
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
