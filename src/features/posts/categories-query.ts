import { queryOptions } from '@tanstack/react-query'
import type { ShownCategory } from './contract'

/** The categories with public posts. */
export const categoriesQuery = () => queryOptions<ShownCategory[]>({ queryKey: ['/api/blog-categories'] })
