import type { FileCache } from '#platform/storage/file-cache'
import { focusIn, type Shape, widthsIn } from '#contract/picture-variants'
import { inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import { isMoving } from '#features/media/reading/clean'
import { type VariantType, type Frame, frameOf, type Picture, shapeNames } from '#features/media/reading/derive'
import type { MediaRow } from '#features/media/table'

/** Increment when the output changes. */
export const variantVersion = 1

/** A variant of a picture: aspect ratio, size and format. */
export type Variant = { place: Shape | 'social' | 'mail'; frame: Frame }

/** The data for a picture's variants; undefined for a document. */
export function pictureOf({ mime, width, height, frames, focusX, focusY }: MediaRow): Picture | undefined {
  if (width === null || height === null) return undefined
  return {
    width,
    height,
    focus: { x: focusX, y: focusY },
    isMoving: isMoving(frames),
    isDrawing: mime === 'image/svg+xml',
  }
}

/** All variants that pages use of a picture, small ones first; a drawing has none. */
export function variantsOf(picture: Picture): Variant[] {
  const types: VariantType[] = picture.isMoving ? ['webp'] : ['webp', 'avif']
  return picture.isDrawing
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
export const titleOf = ({ place, frame }: Variant, { focus }: Pick<Picture, 'focus'>): string =>
  `${place}-${place === 'whole' || place === 'mail' ? '' : `${focusIn(focus)}-`}${frame.width}.${frame.type}`

/** The file of a picture's variant, generated from the original if it is missing. */
export const obtainVariant = (
  made: FileCache,
  { hash, picture, variant }: { hash: string; picture: Picture; variant: Variant },
  original: (work: (path: string) => Promise<void>) => Promise<void>,
): Promise<string> =>
  made.obtain(`${hash}-${titleOf(variant, picture)}-${variantVersion}`, (to) =>
    original((from) =>
      (picture.isDrawing ? inDrawingProcess : inPictureProcess)('makeVariant', [from, to, picture, variant.frame]),
    ),
  )
