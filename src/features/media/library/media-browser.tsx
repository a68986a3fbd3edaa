import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useRef, useState, useMemo } from 'react'
import { GridLayout, GridList, GridListItem, GridListLoadMoreItem, Size, Virtualizer } from 'react-aria-components'
import { UserRegion } from '#auth/sessions/user-region'
import { readAnswer } from '#client/api-error'
import { keyToPath } from '#client/query-client'
import { Button } from '#ui/controls/buttons/button'
import { EmptyState } from '#ui/controls/states/empty-state'
import { ImageIcon, SearchIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { LoadFailed, loadFailed } from '#ui/controls/states/load-failed'
import { Switch } from '#ui/controls/fields/switch'
import { ListTools } from '#editing/lists/list-tools'
import { useDebounced } from '#editing/use-debounced'
import { useText } from '#i18n/i18n'
import { Skeleton } from '#ui/controls/states/skeleton'
import { useIsPhone } from '#ui/controls/use-media'
import { useLanguageNames } from '#i18n/use-language-names'
import type { MediaItem, MediaPart } from '../contract'
import { mediaListQuery, type MediaFilters } from '../queries'
import { lackText, sizeText, standsStill, typeText } from '../item-text'
import { Thumbnail } from '../thumbnail'

type MediaBrowserProps = {
  /** Lists pictures only, without documents. */
  picturesOnly?: boolean
  /** Whether the list starts with the filter for missing alternative texts. */
  startsUndescribed?: boolean
  /** Whether its trash can be browsed too. */
  hasTrash?: boolean
  openId?: number
  onOpen: (item: MediaItem) => void
  /** Shown for an empty library. */
  start: ReactNode
}

const settleAfter = 250

/** The library with search; earlier results stay until the server has responded. */
export function MediaBrowser({
  picturesOnly = false,
  startsUndescribed = false,
  hasTrash = false,
  start,
  ...choice
}: MediaBrowserProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [isUndescribed, setIsUndescribed] = useState(startsUndescribed)
  const searchBox = useRef<HTMLInputElement>(null)
  const [view, setView] = useState<'items' | 'trash'>('items')
  const isTrash = view === 'trash'
  const q = useDebounced(text.trim(), settleAfter)
  const filters: MediaFilters = {
    ...(q === '' ? {} : { q }),
    ...(isUndescribed && !isTrash ? { lacks: 'alt' as const } : {}),
    ...(picturesOnly ? { type: 'picture' as const } : {}),
    ...(isTrash ? { status: 'trashed' as const } : {}),
  }
  return (
    <div className="media-browser">
      <ListTools
        search={{ label: t('media.search'), value: text, onChange: setText, ref: searchBox }}
        segments={
          hasTrash
            ? {
                label: t('life.shown'),
                value: view,
                onChange: (value) => setView(value === 'trash' ? 'trash' : 'items'),
                options: [
                  { value: 'items', label: t('media.items') },
                  { value: 'trash', label: t('life.view.trashed') },
                ],
              }
            : undefined
        }
      >
        {!isTrash && (
          <Switch isSelected={isUndescribed} onChange={setIsUndescribed}>
            {t('media.onlyLacking')}
          </Switch>
        )}
      </ListTools>
      {isTrash && <p className="edit-note">{t('life.trashText')}</p>}
      <UserRegion loading={<MediaSkeleton />} failed={loadFailed('media.loadFailed')}>
        <Found
          filters={filters}
          start={start}
          onClear={() => {
            setText('')
            searchBox.current?.focus()
          }}
          {...choice}
        />
      </UserRegion>
    </div>
  )
}

type FoundProps = Pick<MediaBrowserProps, 'openId' | 'onOpen' | 'start'> & {
  filters: MediaFilters
  onClear: () => void
}

function Found({ filters, openId, onOpen, start, onClear }: FoundProps) {
  const t = useText()
  const shown = useDeferredValue(JSON.stringify(filters))
  const shownFilters = JSON.parse(shown) as MediaFilters
  const {
    data: { items, next },
  } = useSuspenseQuery(mediaListQuery(shownFilters))
  const more = useMoreMedia(shownFilters, next)
  const isWaiting = shown !== JSON.stringify(filters)
  return (
    <div className="media-found" aria-busy={isWaiting} data-waiting={isWaiting || undefined}>
      <output className="kit-hidden">
        {(filters.q ?? filters.lacks) !== undefined && !isWaiting
          ? t(next !== null ? 'media.foundMany' : 'media.found', { count: items.length })
          : ''}
      </output>
      {items.length > 0 ? (
        <MediaGrid
          label={t('media.items')}
          items={items}
          openId={openId}
          isLoadingMore={more.isPending}
          onLoadMore={more.onReached}
          onOpen={onOpen}
        />
      ) : shownFilters.q !== undefined ? (
        <EmptyState
          icon={<SearchIcon />}
          title={t('table.nothingFound', { words: shownFilters.q })}
          text={t('media.noMatchText')}
          action={<Button onPress={onClear}>{t('table.clearSearch')}</Button>}
        />
      ) : filters.lacks !== undefined ? (
        <EmptyState icon={<SearchIcon />} title={t('media.noneLacking')} />
      ) : filters.status === 'trashed' ? (
        <EmptyState icon={<TrashIcon />} title={t('life.none.trashed')} text={t('life.noneText.trashed')} />
      ) : (
        <EmptyState icon={<ImageIcon />} title={t('media.empty')} text={t('media.emptyText')} action={start} />
      )}
      {more.isError && <LoadFailed text="media.moreFailed" onRetry={more.read} />}
    </div>
  )
}

/** The placeholder of the loading grid. */
function MediaSkeleton() {
  const t = useText()
  return (
    <div className="media-skeleton">
      <output className="kit-hidden">{t('media.loading')}</output>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className="media-skeleton-tile">
          <Skeleton shape="block" />
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  )
}

/** Loads the next part of the library and appends it: in large parts, because each causes a layout of the whole grid. */
function useMoreMedia(filters: MediaFilters, next: number | null) {
  const client = useQueryClient()
  const { queryKey } = mediaListQuery(filters)
  const { mutate, isPending, isError } = useMutation({
    networkMode: 'always',
    mutationFn: async (before: number) => {
      const path = keyToPath(['/api/media', { ...filters, before: String(before), limit: '100' }])
      return readAnswer<MediaPart>(await fetch(path, { credentials: 'same-origin' }))
    },
    onSuccess: (more, before) =>
      client.setQueryData(queryKey, (part) =>
        // The list was refetched meanwhile, so its next part is another one.
        part?.next === before ? { items: [...part.items, ...more.items], next: more.next } : part,
      ),
  })
  const read = () => {
    if (next !== null && !isPending) mutate(next)
  }
  return {
    isPending,
    isError,
    /** Called when the end is scrolled into view; after a failure only the retry button loads more. */
    onReached: () => {
      if (!isError) read()
    },
    read,
  }
}

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
function MediaGrid({ label, items, openId, isLoadingMore, onLoadMore, onOpen }: MediaGridProps) {
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
