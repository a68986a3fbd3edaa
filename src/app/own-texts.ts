import type { Topic } from '#platform/events/events'
import { setOwnTexts } from '#i18n/translate'
import { readOwnTexts } from '#platform/owner/texts'
import type { Services } from '#platform/services'

const topics: readonly Topic[] = ['site-text']

/** Keeps the texts of this process those that the owner has put in other words: read once per change. */
export function createOwnTexts({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>): () => Promise<void> | undefined {
  let known: string | undefined
  let reading: { stamp: string; done: Promise<void> } | undefined

  async function read(stamp: string): Promise<void> {
    try {
      const texts = await readOwnTexts(db)
      // What was read before a change never takes the place of what was read after it.
      if (reading?.stamp !== stamp) return
      setOwnTexts(texts)
      known = stamp
    } catch {
      // While the database is away the texts stay as they are; the next one asks again.
    }
    if (reading?.stamp === stamp) reading = undefined
  }

  return () => {
    // Nothing can be told of them while others cannot be heard.
    if (!cacheTags.isSure()) return undefined
    const stamp = cacheTags.stamp(topics)
    if (stamp === known) return undefined
    if (reading?.stamp !== stamp) reading = { stamp, done: read(stamp) }
    return reading.done
  }
}
