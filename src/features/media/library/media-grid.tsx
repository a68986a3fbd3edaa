import { useMemo } from 'react'
import { GridLayout, GridList, GridListItem, GridListLoadMoreItem, Size, Virtualizer } from 'react-aria-components'
import { Skeleton } from '#ui/controls/states/skeleton'
import { useIsPhone } from '#ui/controls/use-media'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import type { MediaItem } from '../contract'
import { lackText, sizeText, standsStill, typeText } from '../item-text'
import { Thumbnail } from '../thumbnail'

type MediaGridProps = {
  label: string
  items: MediaItem[]
  /** The item whose details are open. */
  openId?: number
  isLoadingMore: boolean
  onLoadMore: () => void
  onOpen: (item: MediaItem) => void
}

/** A grid of tiles with arrow key navigation in both directions, virtualized. */
export function MediaGrid({ label, items, openId, isLoadingMore, onLoadMore, onOpen }: MediaGridProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const isNarrow = useIsPhone()
  const options = useMemo(
    () =>
      isNarrow
        ? { minItemSize: new Size(140, 190), minSpace: new Size(10, 10), preserveAspectRatio: true }
        : { minItemSize: new Size(196, 236), minSpace: new Size(16, 16), preserveAspectRatio: true },
    [isNarrow],
  )
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  return (
    <Virtualizer layout={GridLayout} layoutOptions={options}>
      <GridList
        className="media-grid"
        aria-label={label}
        layout="grid"
        onAction={(key) => {
          const item = byId.get(Number(key))
          if (item) onOpen(item)
        }}
        dependencies={[openId, t, nameOf]}
      >
        {items.map((item) => (
          <Tile key={item.id} item={item} isOpen={item.id === openId} lack={lackText(item, t, nameOf)} />
        ))}
        <GridListLoadMoreItem className="media-more" isLoading={isLoadingMore} onLoadMore={onLoadMore} scrollOffset={2}>
          <span className="kit-hidden">{t('media.loadingMore')}</span>
          <Skeleton />
        </GridListLoadMoreItem>
      </GridList>
    </Virtualizer>
  )
}

function Tile({ item, isOpen, lack }: { item: MediaItem; isOpen: boolean; lack: string | undefined }) {
  const t = useText()
  return (
    <GridListItem id={item.id} textValue={item.name} className="media-tile" data-open={isOpen || undefined}>
      <span className="media-tile-picture">
        <Thumbnail item={item} />
      </span>
      <span className="media-tile-name" title={item.name} dir="auto">
        {item.name}
      </span>
      <span className="media-tile-facts">
        {lack === undefined ? (
          [typeText(item), sizeText(item)].filter(Boolean).join(' · ')
        ) : (
          <span className="media-lack">{lack}</span>
        )}
        {standsStill(item) && ` · ${t('media.still')}`}
      </span>
      {isOpen && <span className="kit-hidden">{t('media.isOpen')}</span>}
    </GridListItem>
  )
}
