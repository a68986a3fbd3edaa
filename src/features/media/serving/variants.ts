import type { MadeFiles } from '#platform/storage/made-files'
import { focusIn, type Shape, widthsIn } from '#contract/picture-variants'
import { inDrawingProcess, inPictureProcess } from '#platform/images/picture-processes'
import { mostFrames } from '#features/media/reading/clean'
import { type FormType, type Frame, frameOf, type Picture, shapeNames } from '#features/media/reading/derive'
import type { MediaRow } from '#features/media/store'

/** Increment when the output changes. */
export const formVersion = 1

/** A variant of a picture: aspect ratio, size and format. */
export type Form = { place: Shape | 'social'; frame: Frame }

/** The data for a picture's variants; undefined for a document. */
export function pictureOf({ mime, width, height, frames, focusX, focusY }: MediaRow): Picture | undefined {
  if (width === null || height === null) return undefined
  return {
    width,
    height,
    focus: { x: focusX, y: focusY },
    isMoving: frames > 1 && frames <= mostFrames,
    isDrawing: mime === 'image/svg+xml',
  }
}

/** All that pages offer of a picture, the small ones first; a drawing is as it is. */
export function formsOf(picture: Picture): Form[] {
  const types: FormType[] = picture.isMoving ? ['webp'] : ['webp', 'avif']
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
export const titleOf = ({ place, frame }: Form, { focus }: Pick<Picture, 'focus'>): string =>
  `${place}-${place === 'whole' ? '' : `${focusIn(focus)}-`}${frame.width}.${frame.type}`

/** The file with a form of the picture of that hash, made of the original where there is none yet. */
export const obtainForm = (
  made: MadeFiles,
  { hash, picture, form }: { hash: string; picture: Picture; form: Form },
  original: (work: (path: string) => Promise<void>) => Promise<void>,
): Promise<string> =>
  made.obtain(`${hash}-${titleOf(form, picture)}-${formVersion}`, (to) =>
    original((from) =>
      (picture.isDrawing ? inDrawingProcess : inPictureProcess)('makeForm', [from, to, picture, form.frame]),
    ),
  )
