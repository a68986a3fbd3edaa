import { identify } from '#auth/identify'
import type { Database } from '#base/db/database'
import { createEvents } from '#base/events'
import type { PublicAddress } from '#base/feature'
import { href } from '#base/href'
import { type Language, languages } from '#base/i18n/language'
import type { Services } from '#base/services'
import { createTally } from '#base/tally'
import { features, publicKinds } from './features'

/** What a process hands to everything that answers requests, with the listeners of all features. */
export function createServices(parts: Omit<Services, 'events' | 'identify' | 'isPage' | 'asked'>): Services {
  const listeners = features.flatMap((feature) => feature.listeners ?? [])
  return {
    ...parts,
    events: createEvents({ listeners, publicKinds, config: parts.config, log: parts.log }),
    identify: (request) => identify(parts.db, request),
    isPage,
    asked: { lost: createTally(), moved: createTally() },
  }
}

async function isPage(db: Database, path: string): Promise<boolean> {
  for (const { addresses } of features) {
    if (!addresses) continue
    for await (const batch of addresses.list(db)) {
      if (batch.some((address) => languages.some((language) => addressIn(address, language) === path))) return true
    }
  }
  return false
}

/** A page that is not written in a language is there all the same, by its English name. */
const addressIn = ({ page, written }: PublicAddress, language: Language): string =>
  href(page, (written[language] ?? written.en)?.params, language)
