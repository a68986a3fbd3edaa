import type { Database } from '#platform/db/database'
import type { FindableRows, FindableTexts, Naming } from '#platform/feature'
import { withLowPriority } from '#platform/request-deadline'
import type { Language } from '#i18n/language'
import { findScreens } from './admin-words'
import type { FindParameters, FoundEntry } from './contract'
import { findOthers, findRecords, knownTypos } from './find-rows'
import { findTexts } from './find-texts'
import { byRank, type Ranked } from './found'
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
  const collect = async (typos?: ReadonlySet<string>): Promise<Ranked[]> => {
    const isForgiving = typos !== undefined
    return [
      ...findScreens(query, language, isForgiving).filter(({ kind }) => isWanted(kind)),
      ...(await findRecords(db, query, { ...wanted, typos })),
      ...(isWanted('text') && !query.isLetter ? await findTexts(db, sources.texts, query, isForgiving) : []),
      ...(await findOthers(db, query, { ...wanted, typos })),
    ]
  }
  return withLowPriority(timeout, async () => {
    const exact = await collect()
    const found = exact.length > 0 || query.typos.length === 0 ? exact : await collect(await knownTypos(db, query))
    return found.toSorted(byRank).slice(0, limit).map(toEntry)
  })
}

const toEntry = ({ kind, id, title, status, language, href, match }: Ranked): FoundEntry => ({
  kind,
  id,
  title,
  status,
  language,
  href,
  match,
})
