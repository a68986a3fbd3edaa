import { href } from '#i18n/addresses/href'
import { parseAt } from '#platform/http/issues'
import { sitePaths } from '#i18n/addresses/paths'
import type { RecordFeature } from '#records/feature'
import { pageContentsApi } from './api'
import { pageContentsChecklist } from './checklist'
import { pageDraftInput, pageName } from './contract'
import { findablePageContents } from './findable'
import { markPageContent } from './mark-page'
import { namingPageContents } from './naming'
import { pageContents as table } from './table'
import { findEditedPageContent, knownPage, listAddresses, previewPageContent } from './store'
import { listUntranslatedPageContents } from './translations'

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
