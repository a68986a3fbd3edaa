import type { CacheTag } from '#platform/events/events'
import { setOwnTexts } from '#i18n/translate'
import { readSignUp } from '#platform/owner/settings'
import { readOwnTexts } from '#platform/owner/site'
import type { Services } from '#platform/services'

const tags: readonly CacheTag[] = ['site-text', 'settings']

/** The beginnings of the texts that replace those of the waitlist (`news.waitlist.title` replaces `waitlist.title`). */
const replacing = { waitlist: [], news: ['news.'], off: ['news.unsubscribe.', 'off.'] }

/**
 * Applies the owner's changes of interface texts in this process, and those of a newsletter where the waitlist is none;
 * they are read once per change.
 */
export function createOwnTexts({ db, cacheTags }: Pick<Services, 'db' | 'cacheTags'>): () => Promise<void> | undefined {
  let known: string | undefined
  let reading: { stamp: string; done: Promise<void> } | undefined

  async function read(stamp: string): Promise<void> {
    try {
      const [texts, signUp] = [await readOwnTexts(db), await readSignUp(db)]
      // A read that began before a change never replaces one that began after it.
      if (reading?.stamp !== stamp) return
      setOwnTexts(texts, replacing[signUp])
      known = stamp
    } catch {
      // While the database is unreachable the texts stay as they are; the next caller retries.
    }
    if (reading?.stamp === stamp) reading = undefined
  }

  function readChanged(): Promise<void> | undefined {
    // The texts may have changed while notifications cannot be received.
    if (!cacheTags.isCurrent()) return undefined
    const stamp = cacheTags.stamp(tags)
    if (stamp === known) return undefined
    if (reading?.stamp !== stamp) reading = { stamp, done: read(stamp) }
    return reading.done
  }

  // After an idle time this finds out what other processes have changed, before anything is made of the texts.
  return () => (cacheTags.isCurrent() ? readChanged() : cacheTags.settle().then(readChanged))
}
