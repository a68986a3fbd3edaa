import { queryOptions } from '@tanstack/react-query'
import type { Settings } from './owner/contract'
import type { SiteAnswer } from './site/contract'
import type { SiteText } from './texts/contract'

export const settingsQuery = () => queryOptions<Settings>({ queryKey: ['/api/settings'] })

export const siteQuery = () => queryOptions<SiteAnswer>({ queryKey: ['/api/site'] })

export const siteTextsQuery = () => queryOptions<SiteText[]>({ queryKey: ['/api/site/texts'] })
