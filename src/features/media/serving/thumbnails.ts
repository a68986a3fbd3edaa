import { desc, inArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { FileCache } from '#platform/storage/file-cache'
import { inPictureProcess } from '#platform/images/picture-processes'
import { type Mime, mimes } from '#features/media/contract'
import { media } from '#features/media/table'

/** Increment when the output changes. */
const thumbnailVersion = 2

/** Documents have none, and drawings are shown unchanged. */
export const hasThumbnail = ({ mime }: { mime: Mime }) => mime !== 'application/pdf' && mime !== 'image/svg+xml'

const thumbnailName = (hash: string) => `${hash}-small-${thumbnailVersion}`

type Original = (work: (path: string) => Promise<void>) => Promise<void>

/** The thumbnail for admin lists, generated from the original if it is missing. */
export const obtainThumbnail = (cache: FileCache, hash: string, original: Original): Promise<string> =>
  cache.obtain(thumbnailName(hash), (to) => original((from) => inPictureProcess('makeThumbnail', [from, to], 'next')))

/** Makes it in advance; does nothing while another process of this machine does. */
export const prewarmThumbnail = (cache: FileCache, hash: string, original: Original): Promise<void> =>
  cache.prewarm(thumbnailName(hash), (to) => original((from) => inPictureProcess('makeThumbnail', [from, to], 'soon')))

/** The hashes of pictures without a thumbnail, among the `most` newest. */
export async function withoutThumbnail(cache: FileCache, db: Database, most: number): Promise<string[]> {
  const rows = await db
    .select({ hash: media.hash })
    .from(media)
    .where(inArray(media.mime, withThumbnail))
    .orderBy(desc(media.id))
    .limit(most)
  const lacking: string[] = []
  for (const { hash } of rows) if (!(await cache.has(thumbnailName(hash)))) lacking.push(hash)
  return lacking
}

const withThumbnail = mimes.filter((mime) => hasThumbnail({ mime }))
