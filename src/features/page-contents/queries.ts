import { queryOptions } from '@tanstack/react-query'
import type { PageContent, PageName } from './contract'

/** A page without a stored row is null: its screen shows the default texts. */
export const pageContentQuery = (page: PageName) =>
  queryOptions<PageContent | null>({
    queryKey: ['/api/page-contents', page],
    meta: { nullOn: [404], unshown: ['id', 'version'] },
  })
