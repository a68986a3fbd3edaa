import { FileIcon } from '#base/controls/icons'
import type { MediaItem } from './contract'
import { positionOf } from './crops'
import { isPicture, typeText } from './item-text'
import { thumbnailUrl } from './paths'

/** About that of a tile. */
const tileRatio = 1.07

/** What an item looks like, small. The text beside it names it. */
export function Thumbnail({ item }: { item: MediaItem }) {
  if (!isPicture(item))
    return (
      <span className="media-file">
        <FileIcon />
        {typeText(item)}
      </span>
    )
  return (
    <img
      src={thumbnailUrl(item)}
      alt=""
      width={item.width ?? undefined}
      height={item.height ?? undefined}
      loading="lazy"
      decoding="async"
      draggable={false}
      data-drawing={item.mime === 'image/svg+xml' || undefined}
      style={{ objectPosition: positionOf(item.focus, item, tileRatio) }}
    />
  )
}
