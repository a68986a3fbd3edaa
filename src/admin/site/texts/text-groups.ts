import type { SiteText } from '#features/site-texts/contract'
import { sitePaths, searchPath } from '#i18n/addresses/paths'

/** The page of each text, by the first part of its key; others are on every page, or on several. */
const pages: Partial<Record<string, string>> = {
  hero: sitePaths.home,
  features: sitePaths.home,
  waitlist: sitePaths.home,
  projects: sitePaths.projects,
  blog: sitePaths.blog,
  reading: sitePaths.blog,
  about: sitePaths.about,
  contact: sitePaths.contact,
  legal: sitePaths.legal,
  search: searchPath,
}

export const pageOf = (group: string): string => pages[group] ?? sitePaths.home

/** Small groups, which are shown together. */
const small = [
  'announcement',
  'date',
  'errors',
  'features',
  'fields',
  'language',
  'languageOffer',
  'list',
  'preview',
  'validation',
  'common',
]
const mailed = ['confirmation', 'unsubscribe', 'mailedPage']
const heading = (group: string) => (small.includes(group) ? 'other' : mailed.includes(group) ? 'mail' : group)

/** In the order of the groups; the small ones together at the end. */
export function groupsOf(texts: readonly SiteText[]): { group: string; texts: SiteText[] }[] {
  const groups = Map.groupBy(texts, ({ group }) => heading(group))
  return [...groups]
    .map(([group, some]) => ({ group, texts: some }))
    .toSorted((one, other) => Number(one.group === 'other') - Number(other.group === 'other'))
}
