import { desc, inArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import type { MadeFiles } from '#platform/storage/made-files'
import { inPictureProcess } from '#platform/images/picture-processes'
import { type Mime, mimes } from '#features/media/contract'
import { media } from '#features/media/table'

/** Increment when the output changes. */
const thumbnailVersion = 2

/** A document has none, and a drawing is shown as it is. */
export const hasThumbnail = ({ mime }: { mime: Mime }) => mime !== 'application/pdf' && mime !== 'image/svg+xml'

const thumbnailName = (hash: string) => `${hash}-small-${thumbnailVersion}`

type Original = (work: (path: string) => Promise<void>) => Promise<void>

/** The file with the small picture that lists of the admin show, made of the original where there is none yet. */
export const obtainThumbnail = (made: MadeFiles, hash: string, original: Original): Promise<string> =>
  made.obtain(thumbnailName(hash), (to) => original((from) => inPictureProcess('makeThumbnail', [from, to], 'next')))

/** Makes it in advance; does nothing while another process of this machine does. */
export const prewarmThumbnail = (made: MadeFiles, hash: string, original: Original): Promise<void> =>
  made.foresee(thumbnailName(hash), (to) => original((from) => inPictureProcess('makeThumbnail', [from, to], 'soon')))

/** Which of the newest pictures, at most so many, have none, by the hashes of their files. */
export async function withoutThumbnail(made: MadeFiles, db: Database, most: number): Promise<string[]> {
  const rows = await db
    .select({ hash: media.hash })
    .from(media)
    .where(inArray(media.mime, withThumbnail))
    .orderBy(desc(media.id))
    .limit(most)
  const lacking: string[] = []
  for (const { hash } of rows) if (!(await made.has(thumbnailName(hash)))) lacking.push(hash)
  return lacking
}

const withThumbnail = mimes.filter((mime) => hasThumbnail({ mime }))
