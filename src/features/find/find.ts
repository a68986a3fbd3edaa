import type { Database } from '#platform/db/database'
import type { FindableRows, FindableTexts, Naming } from '#platform/feature'
import { withLowPriority } from '#platform/request-deadline'
import type { Language } from '#i18n/language'
import { findScreens } from './admin-words'
import type { FindParameters, FoundEntry } from './contract'
import { findOthers, findRecords } from './find-rows'
import { findTexts } from './find-texts'
import type { Ranked } from './found'
import { readQuery } from './query'

/** Milliseconds that a search may wait for the database. */
const timeout = 1500

export type FindSources = {
  records: readonly Naming[]
  others: readonly FindableRows[]
  texts: readonly FindableTexts[]
}

/** The best results for the words, exact ones or else similar ones; screens are named in `language` where both fit. */
export async function find(
  db: Database,
  sources: FindSources,
  { q, kinds, limit }: FindParameters,
  language: Language,
): Promise<FoundEntry[]> {
  const query = readQuery(q)
  if (!query) return []
  const isWanted = (kind: string) => kinds === undefined || kinds.some((one) => one === kind)
  const wanted = {
    kinds: sources.records.map(({ kind }) => kind).filter(isWanted),
    sources: sources.others.filter(({ kind }) => isWanted(kind)),
    limit,
  }
  const collect = async (isForgiving: boolean): Promise<Ranked[]> => [
    ...findScreens(query, language, isForgiving).filter(({ kind }) => isWanted(kind)),
    ...(await findRecords(db, query, { ...wanted, isForgiving })),
    ...(isWanted('text') ? await findTexts(db, sources.texts, query, isForgiving) : []),
    ...(await findOthers(db, query, { ...wanted, isForgiving })),
  ]
  return withLowPriority(timeout, async () => {
    const exact = await collect(false)
    const found = exact.length > 0 ? exact : await collect(true)
    return found.toSorted(byRank).slice(0, limit).map(toEntry)
  })
}

/** Of the same rank screens come first, and then the newest. */
const byRank = (one: Ranked, other: Ranked) =>
  one.rank - other.rank || Number(isScreen(other)) - Number(isScreen(one)) || other.at - one.at

const isScreen = ({ kind }: Ranked) => kind === 'screen' || kind === 'setting'

const toEntry = ({ kind, id, title, status, language, href, match }: Ranked): FoundEntry => ({
  kind,
  id,
  title,
  status,
  language,
  href,
  match,
})
