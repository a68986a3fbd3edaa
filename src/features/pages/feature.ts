import { href } from '#i18n/addresses/href'
import { parseAt } from '#platform/http/issues'
import { sitePaths } from '#i18n/addresses/paths'
import type { RecordFeature } from '#records/feature'
import { pagesApi } from './api'
import { pagesChecklist } from './checklist'
import { pageDraftInput, pageName } from './contract'
import { findablePages } from './findable'
import { markPage } from './mark-page'
import { namingPages } from './naming'
import { pageContents } from './table'
import { findEditedPage, knownPage, listAddresses, previewPage } from './store'
import { listUntranslatedPages } from './translations'

declare module '#platform/events/events' {
  interface Kinds {
    page: true
  }
}

/** The content of a page is stored as text, whose order and indentation are its editor's. */
const packPage = (page: Record<string, unknown>) => ({ ...page, content: JSON.stringify(page.content, null, 2) })

export const pages: RecordFeature = {
  api: {
    named: { '/api/page-contents/:page': async (_, { page = '' }) => void knownPage(page) },
    routes: pagesApi,
    reads: [{ address: '/api/page-contents', kinds: ['page'], rest: /^\/[a-z]{1,20}$/ }],
  },
  content: {
    kinds: [
      {
        name: 'page',
        untranslated: listUntranslatedPages,
        edited: (db, name) => findEditedPage(db, knownPage(name)),
        addresses: { limited: listAddresses },
        findable: findablePages,
        naming: namingPages,
        preview: async (db, { id, values, language }) => {
          const page = parseAt(pageName, id, 'id')
          const answer = await previewPage(db, page, parseAt(pageDraftInput, values, 'values').content)
          return { path: href(sitePaths[page], {}, language), address: `/api/page-contents/${page}`, answer }
        },
        mark: markPage,
        draft: pageDraftInput,
      },
    ],
    tables: {
      pages: { table: pageContents, row: { page: pageName, content: pageDraftInput.shape.content }, pack: packPage },
    },
  },
  checklist: pagesChecklist,
}
