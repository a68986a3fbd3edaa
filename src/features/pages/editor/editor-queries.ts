import { queryOptions } from '@tanstack/react-query'
import type { EditedPage, EditedPageSummary, PageContent, PageName } from '#features/pages/contract'

export const pagesQuery = () => queryOptions<PageContent[]>({ queryKey: ['/api/page-contents'] })

/** A page for its editors, with its draft; null if nothing is stored. */
export const editedPageQuery = (page: PageName) =>
  queryOptions<EditedPage | null>({
    queryKey: ['/api/page-contents', page, { status: 'all' }],
    meta: { nullOn: [404] },
  })

/** Stored pages, and those with only a draft. */
export const editedPagesQuery = () =>
  queryOptions<EditedPageSummary[]>({ queryKey: ['/api/page-contents', { status: 'all' }] })
