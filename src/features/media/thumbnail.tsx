import { FileIcon } from '#ui/controls/buttons/icons'
import type { MediaItem } from './contract'
import { positionOf } from './describing/media-form'
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
