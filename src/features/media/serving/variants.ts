import type { FileCache } from '#platform/storage/file-cache'
import { focusIn, type LibraryPicture, type Shape, widthsIn } from '#contract/picture-variants'
import { inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import { type VariantType, type Frame, frameOf, shapeNames } from '../reading/derive'
import { desc, inArray } from 'drizzle-orm'
import type { Database } from '#platform/db/database'
import { type Mime, mimes } from '../contract'
import { media } from '../table'

/** Increment when the output changes. */
export const variantVersion = 1

/** A variant of a picture: aspect ratio, size and format. */
export type Variant = { place: Shape | 'social' | 'mail'; frame: Frame }

/** All variants that pages use of a picture, small ones first; a drawing has none. */
export function variantsOf(picture: LibraryPicture): Variant[] {
  const types: VariantType[] = picture.sort === 'moving' ? ['webp'] : ['webp', 'avif']
  return picture.sort === 'drawing'
    ? []
    : shapeNames
        .flatMap((place) =>
          widthsIn(place, picture).flatMap((width) =>
            types.map((type) => ({ place, frame: frameOf(place, width, type, picture) })),
          ),
        )
        .toSorted((one, other) => one.frame.width - other.frame.width)
}

/** The file name of a variant among those of one picture; crops include the focus. */
export const titleOf = ({ place, frame }: Variant, { focus }: Pick<LibraryPicture, 'focus'>): string =>
  `${place}-${place === 'whole' || place === 'mail' ? '' : `${focusIn(focus)}-`}${frame.width}.${frame.type}`

/** The file of a picture's variant, generated from the original if it is missing. */
export const obtainVariant = (
  cache: FileCache,
  picture: LibraryPicture,
  variant: Variant,
  original: (work: (path: string) => Promise<void>) => Promise<void>,
): Promise<string> =>
  cache.obtain(`${picture.hash}-${titleOf(variant, picture)}-${variantVersion}`, (to) =>
    original((from) =>
      (picture.sort === 'drawing' ? inDrawingProcess : inPictureProcess)('makeVariant', [
        from,
        to,
        picture,
        variant.frame,
      ]),
    ),
  )

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
