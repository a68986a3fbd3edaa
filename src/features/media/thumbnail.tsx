import { FileIcon } from '#ui/controls/buttons/icons'
import type { MediaItem } from './contract'
import { isPicture, mayBeClear, typeText } from './item-text'
import { thumbnailUrl } from './paths'

/** Approximately the aspect ratio of a tile. */
const tileRatio = 1.07

/** Whether a tile would show less than half of it. */
const isOblong = ({ width, height }: MediaItem) =>
  width !== null && height !== null && Math.abs(Math.log(width / height / tileRatio)) > Math.log(2)

/** A thumbnail of an item. The text beside it names it. */
export function Thumbnail({ item }: { item: MediaItem }) {
  if (!isPicture(item))
    return (
      <span className="media-file">
        <FileIcon />
        {typeText(item)}
      </span>
    )
  const src = thumbnailUrl(item)
  return (
    <img
      // Without a key, a reused tile would show its previous picture until the next has loaded.
      key={src}
      src={src}
      alt=""
      width={item.width ?? undefined}
      height={item.height ?? undefined}
      loading="lazy"
      decoding="async"
      draggable={false}
      data-clear={mayBeClear(item) || undefined}
      data-whole={item.mime === 'image/svg+xml' || isOblong(item) || undefined}
      style={{ objectPosition: positionOf(item.focus, item, tileRatio) }}
    />
  )
}

export type Focus = { x: number; y: number }

/**
 * The `object-position` that centres the focus in a frame of this aspect ratio, as far as the picture allows.
 */
export function positionOf({ x, y }: Focus, picture: { width: number | null; height: number | null }, ratio: number) {
  const own = picture.width && picture.height ? picture.width / picture.height : ratio
  return `${share(x, ratio / own)}% ${share(y, own / ratio)}%`
}

/** The offset in per cent that centres `at` in a window showing `part` of the length. */
function share(at: number, part: number): number {
  if (part >= 1) return 50
  const start = Math.min(Math.max(at - part / 2, 0), 1 - part)
  return Math.round((start / (1 - part)) * 1000) / 10
}
