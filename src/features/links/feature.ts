import { type ContentKind, type Feature, countedLeft } from '#platform/feature'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { linksApi } from './api'
import { checkLinks, runningChecks } from './check-links'
import { catchUp } from './found-links'
import { countBroken } from './store'
import { linkAnswers, linkChecks, recordLinks } from './table'

export { findFaultyLinks, readLinksVersion } from './store'

declare module '#platform/events/events' {
  interface Kinds {
    link: true
  }
}

const second = 1000
const minute = 60 * second

/** `kinds` are those whose records contain links, and whose pages are link targets. */
export function linksFeature(kinds: readonly ContentKind[]): Feature {
  const naming = kinds.flatMap((kind) => kind.naming ?? [])
  return {
    api: { routes: (services) => linksApi(services, kinds) },
    content: { passing: [recordLinks, linkAnswers, linkChecks] },
    jobs: [
      { name: 'index links', every: minute, runInEach: (services) => catchUp(services, naming) },
      {
        name: 'check links',
        every: second,
        wakes: ['link'],
        untilDue: (services) => (services.config.demo ? Infinity : runningChecks.untilDue(services)),
        runInEach: async (services) => {
          if (!services.config.demo) await checkLinks(services)
        },
      },
    ],
    checklist: [
      {
        key: 'links',
        left: async (services, { origin }) =>
          countedLeft(await countBroken(services, kinds, origin), href(adminPaths.links)),
      },
    ],
  }
}
