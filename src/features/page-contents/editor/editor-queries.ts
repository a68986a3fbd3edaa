import { queryOptions } from '@tanstack/react-query'
import type {
  EditedPageContent,
  EditedPageContentSummary,
  PageContent,
  PageName,
} from '#features/page-contents/contract'

export const pageContentsQuery = () => queryOptions<PageContent[]>({ queryKey: ['/api/page-contents'] })

/** A page for its editors, with its draft; null if nothing is stored. */
export const editedPageContentQuery = (page: PageName) =>
  queryOptions<EditedPageContent | null>({
    queryKey: ['/api/page-contents', page, { status: 'all' }],
    meta: { nullOn: [404] },
  })

/** Stored pages, and those with only a draft. */
export const editedPageContentsQuery = () =>
  queryOptions<EditedPageContentSummary[]>({ queryKey: ['/api/page-contents', { status: 'all' }] })
