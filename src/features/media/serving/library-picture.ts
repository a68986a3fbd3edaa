import type { LibraryPicture } from '#contract/picture-variants'
import { alternativesOf } from '#features/media/alternatives'
import { isMoving } from '#features/media/reading/clean'
import type { MediaRow } from '#features/media/table'

/** The public data of a picture; undefined for a document. */
export function toPicture({ mime, width, height, frames, ...row }: MediaRow): LibraryPicture | undefined {
  if (width === null || height === null) return undefined
  return {
    hash: row.hash,
    width,
    height,
    focus: { x: row.focusX, y: row.focusY },
    alt: alternativesOf(row),
    decorative: row.decorative,
    colour: row.colour || null,
    sort: mime === 'image/svg+xml' ? 'drawing' : isMoving({ mime, frames }) ? 'moving' : 'still',
  }
}
