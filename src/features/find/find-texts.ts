import type { Database } from '#platform/db/database'
import type { FindableTexts } from '#platform/feature'
import { excerptOf } from '#text/excerpt'
import { htmlToText } from '#text/html-text'
import { type Ranked, ranks } from './found'
import { foldedWords, type Query } from './query'

/** The texts of the site: they have no title, so they rank as texts. */
export async function findTexts(
  db: Database,
  sources: readonly FindableTexts[],
  query: Query,
  isForgiving: boolean,
): Promise<Ranked[]> {
  const texts = await Promise.all(sources.map((list) => list(db)))
  return texts.flat().flatMap(({ key, language, text: stored, href }): Ranked[] => {
    const text = htmlToText(stored)
    if (query.rankOf([], foldedWords(text), isForgiving) === undefined) return []
    const match = excerptOf(text, query.words)
    return [{ kind: 'text', id: key, title: match, status: null, language, href, match, rank: ranks.text, at: 0 }]
  })
}
