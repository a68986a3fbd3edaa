import { queryOptions } from '@tanstack/react-query'
import type { CustomPage } from './contract'

/** By what it is called in any language. */
export const customPageQuery = (slug: string) =>
  queryOptions<CustomPage>({ queryKey: ['/api/pages', slug, { slugs: 'all' }] })
