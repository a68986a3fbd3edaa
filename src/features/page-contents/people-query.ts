import { queryOptions } from '@tanstack/react-query'
import type { PagePeople } from './contract'

/** The people of the about page that have a picture. */
export const peopleQuery = () => queryOptions<PagePeople>({ queryKey: ['/api/page-contents', 'people'] })
