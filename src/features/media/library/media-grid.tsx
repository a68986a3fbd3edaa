import { type FocusEvent, useMemo, useRef, useState } from 'react'
import {
  Checkbox,
  GridLayout,
  GridList,
  GridListItem,
  GridListLoadMoreItem,
  type Key,
  type Selection,
  Size,
  Virtualizer,
} from 'react-aria-components'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import { IconButton } from '#ui/controls/buttons/button'
import { CheckIcon, ExpandIcon } from '#ui/controls/buttons/icons'
import { Skeleton } from '#ui/controls/states/states'
import { useIsPhone } from '#ui/controls/use-media'
import type { MediaItem } from '../contract'
import { AlternativeField } from '../describing/alternative-field'
import { isPicture, lackText, sizeText, standsStill, typeText } from '../item-text'
import { Thumbnail } from '../thumbnail'

type MediaGridProps = {
  label: string
  items: MediaItem[]
  /** The item whose details are open. */
  openId?: number
  /** Absent where files cannot be selected. */
  selection?: Pick<ReturnType<typeof useSelectedMedia>, 'keys' | 'change' | 'keepRange'>
  /** The languages of the alternative texts below the tiles. */
  described: readonly Language[]
  onView?: (id: number) => void
  isLoadingMore: boolean
  onLoadMore: () => void
  onOpen: (item: MediaItem) => void
}

/** The height of an alternative text below a tile. */
const fieldHeight = { narrow: 48, wide: 42 }

/** A grid of tiles with arrow key navigation in both directions, virtualized. */
export function MediaGrid(props: MediaGridProps) {
  const { label, items, openId, selection, described, onView, isLoadingMore, onLoadMore, onOpen } = props
  const t = useText()
  const { nameOf } = useLanguageNames()
  const isNarrow = useIsPhone()
  const fields = described.length
  const options = useMemo(
    () => ({
      minItemSize: isNarrow
        ? new Size(140, 190 + fields * fieldHeight.narrow)
        : new Size(196, 236 + fields * fieldHeight.wide),
      minSpace: isNarrow ? new Size(10, 10) : new Size(16, 16),
      preserveAspectRatio: true,
    }),
    [isNarrow, fields],
  )
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only notes whether Shift is held, and where the focus comes from
    <div
      onPointerDownCapture={(event) => selection?.keepRange(event.shiftKey)}
      onKeyDownCapture={(event) => selection?.keepRange(event.shiftKey)}
      onFocusCapture={enterByTile}
    >
      <Virtualizer layout={GridLayout} layoutOptions={options}>
        <GridList
          className="media-grid"
          aria-label={label}
          layout="grid"
          selectionMode={selection ? 'multiple' : 'none'}
          selectedKeys={selection?.keys}
          onSelectionChange={selection?.change}
          onAction={(key) => {
            const item = byId.get(Number(key))
            if (item) onOpen(item)
          }}
          dependencies={[openId, t, nameOf, described, onView]}
        >
          {items.map((item) => (
            <Tile
              key={item.id}
              item={item}
              isOpen={item.id === openId}
              lack={lackText(item, t, nameOf)}
              described={isPicture(item) ? described : []}
              onView={isPicture(item) ? onView : undefined}
              isSelectable={selection !== undefined}
            />
          ))}
          <GridListLoadMoreItem
            className="media-more"
            isLoading={isLoadingMore}
            onLoadMore={onLoadMore}
            scrollOffset={2}
          >
            <span className="kit-hidden">{t('media.loadingMore')}</span>
            <Skeleton />
          </GridListLoadMoreItem>
        </GridList>
      </Virtualizer>
    </div>
  )
}

/**
 * A focus that comes from elsewhere to a control of a tile, by a script or by assistive technology, passes the tile:
 * otherwise the grid would move it to the tile that was the current one, or to the first.
 */
function enterByTile({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
  const tile = target.closest<HTMLElement>('[role=row]')
  if (!tile || tile === target || currentTarget.contains(relatedTarget)) return
  tile.focus({ preventScroll: true })
  target.focus()
}

type TileProps = Pick<MediaGridProps, 'described' | 'onView'> & {
  item: MediaItem
  isOpen: boolean
  lack: string | undefined
  isSelectable: boolean
}

function Tile({ item, isOpen, lack, described, onView, isSelectable }: TileProps) {
  const t = useText()
  return (
    <GridListItem id={item.id} textValue={item.name} className="media-tile" data-open={isOpen || undefined}>
      <span className="media-tile-picture">
        <Thumbnail item={item} />
      </span>
      {isSelectable && (
        // The space bar selects the tile itself.
        <Checkbox slot="selection" className="media-check" excludeFromTabOrder>
          <span>
            <CheckIcon />
          </span>
        </Checkbox>
      )}
      {onView && (
        <span className="media-view">
          <IconButton
            label={t('media.viewOf', { name: item.name })}
            icon={<ExpandIcon />}
            onPress={() => onView(item.id)}
          />
        </span>
      )}
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
      {described.length > 0 && item.decorative && <span className="media-tile-facts">{t('media.decorative')}</span>}
      {!item.decorative &&
        described.map((language) => <AlternativeField key={language} item={item} language={language} />)}
    </GridListItem>
  )
}

/** Focuses the tile of an item, or else another one, or the screen's heading. */
export function focusTile(id?: number): void {
  const tile = document.querySelector<HTMLElement>(`.media-grid [data-key="${id}"]`)
  const place =
    tile ??
    document.querySelector<HTMLElement>('.media-grid [role=row]') ??
    document.querySelector<HTMLElement>('h1[tabindex]')
  if (!document.querySelector('[role=dialog]')) place?.focus({ preventScroll: tile !== null })
}
const none: Selection = new Set<Key>()
/**
 * The selected ones of the listed items. A search or another filter ends the selection, so that nothing is changed that
 * is not visible. `keepRange` is told whether Shift is held: then a checkbox selects everything since the last one.
 */

export function useSelectedMedia(items: readonly MediaItem[], filters: string) {
  const [selection, setSelection] = useState({ filters, keys: none })
  const last = useRef<number>(undefined)
  const isRange = useRef(false)
  const keys = selection.filters === filters ? selection.keys : none
  const isSelected = ({ id }: MediaItem) => keys === 'all' || keys.has(id)
  const select = (next: Selection) => setSelection({ filters, keys: next })
  return {
    keys,
    selected: items.filter(isSelected),
    selectAll: () => select(new Set(items.map(({ id }) => id))),
    /** Selects these items instead. */
    selectOnly: (some: readonly MediaItem[]) => select(new Set(some.map(({ id }) => id))),
    keepRange: (isShiftHeld: boolean) => {
      isRange.current = isShiftHeld
    },
    change: (next: Selection) => {
      const now = next === 'all' ? new Set<Key>(items.map(({ id }) => id)) : next
      const [changed, ...others] = items.filter((item) => isSelected(item) !== now.has(item.id))
      if (!changed || others.length > 0) return select(now)
      const range = isRange.current ? between(items, last.current, changed.id) : []
      last.current = changed.id
      select(range.length > 1 ? withRange(now, range, now.has(changed.id)) : now)
    },
  }
}
function between(items: readonly MediaItem[], one: number | undefined, other: number): number[] {
  const places = [one, other].map((id) => items.findIndex((item) => item.id === id))
  const [from, to] = [Math.min(...places), Math.max(...places)]
  return from < 0 ? [] : items.slice(from, to + 1).map(({ id }) => id)
}
function withRange(keys: ReadonlySet<Key>, range: readonly number[], isAdded: boolean): Set<Key> {
  const changed = new Set(keys)
  for (const id of range) {
    if (isAdded) changed.add(id)
    else changed.delete(id)
  }
  return changed
}
