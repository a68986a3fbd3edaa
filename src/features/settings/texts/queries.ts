import { queryOptions } from '@tanstack/react-query'
import type { SiteText } from './contract'

export const siteTextsQuery = () => queryOptions<SiteText[]>({ queryKey: ['/api/site/texts'] })
