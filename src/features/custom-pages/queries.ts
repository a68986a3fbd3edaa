import { queryOptions } from '@tanstack/react-query'
import type { CustomPage } from './contract'

/** Finds a page by its slug in any language. */
export const customPageQuery = (slug: string) =>
  queryOptions<CustomPage>({ queryKey: ['/api/pages', slug, { slugs: 'all' }] })
