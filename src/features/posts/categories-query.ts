import { queryOptions } from '@tanstack/react-query'
import type { ShownCategory } from './categories-contract'

/** The categories with public posts. */
export const categoriesQuery = () => queryOptions<ShownCategory[]>({ queryKey: ['/api/blog-categories'] })
