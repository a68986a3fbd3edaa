import { useSuspenseQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { readAnswer } from '#client/api-error'
import { keyToPath } from '#client/query-client'
import { Button } from '#ui/controls/buttons/button'
import { EmptyState, LoadFailed, loadFailed, Skeleton } from '#ui/controls/states/states'
import { ImageIcon, SearchIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { Switch } from '#ui/controls/fields/choice'
import { ListTools } from '#editing/lists/list-tools'
import { useDebounced } from '#editing/use-debounced'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { ShownLanguages, useShownLanguages } from '#records/editor/languages/shown-languages'
import type { MediaItem, MediaPart } from '../contract'
import { UnsavedAlternatives } from '../describing/alternative-field'
import { mediaListQuery, type MediaFilters } from '../queries'
import { Lightbox } from './lightbox'
import { MediaGrid, useSelectedMedia } from './media-grid'
import { SelectionBar } from './selection-bar'

/** The picture shown large, if any. */
type Managed = { viewedId: number | undefined; onView: (id: number) => void; onViewEnd: () => void }

type MediaBrowserProps = {
  /** Lists pictures only, without documents. */
  picturesOnly?: boolean
  /** Whether the list starts with the filter for missing alternative texts. */
  startsUndescribed?: boolean
  /** Whether files can be selected, described and viewed in it, and its trash browsed. */
  managed?: Managed
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
  managed,
  start,
  ...choice
}: MediaBrowserProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [isUndescribed, setIsUndescribed] = useState(startsUndescribed)
  const searchBox = useRef<HTMLInputElement>(null)
  const [view, setView] = useState<'items' | 'trash'>('items')
  const isTrash = view === 'trash'
  const shown = useShownLanguages()
  const [unsaved] = useState(() => new Map())
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
          managed
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
        {managed && !isTrash && <ShownLanguages shown={shown.shown} choices={shown.choices} onChoose={shown.choose} />}
      </ListTools>
      {isTrash && <p className="edit-note">{t('life.trashText')}</p>}
      <UserRegion loading={<MediaSkeleton />} failed={loadFailed('media.loadFailed')}>
        <UnsavedAlternatives value={unsaved}>
          <Found
            filters={filters}
            start={start}
            managed={managed}
            described={managed && !isTrash ? shown.languages : []}
            onClear={() => {
              setText('')
              searchBox.current?.focus()
            }}
            {...choice}
          />
        </UnsavedAlternatives>
      </UserRegion>
    </div>
  )
}

type FoundProps = Pick<MediaBrowserProps, 'openId' | 'onOpen' | 'start' | 'managed'> & {
  filters: MediaFilters
  /** The languages of the alternative texts below the tiles. */
  described: readonly Language[]
  onClear: () => void
}

function Found({ filters, openId, onOpen, start, managed, described, onClear }: FoundProps) {
  const t = useText()
  const shown = useDeferredValue(JSON.stringify(filters))
  const shownFilters = JSON.parse(shown) as MediaFilters
  const {
    data: { items, next },
  } = useSuspenseQuery(mediaListQuery(shownFilters))
  const more = useMoreMedia(shownFilters, next)
  const selection = useSelectedMedia(items, shown)
  const isWaiting = shown !== JSON.stringify(filters)
  return (
    <div className="media-found" aria-busy={isWaiting} data-waiting={isWaiting || undefined}>
      <output className="kit-hidden">
        {(filters.q ?? filters.lacks) !== undefined && !isWaiting
          ? t(next !== null ? 'media.foundMany' : 'media.found', { count: items.length })
          : ''}
      </output>
      {managed && selection.selected.length > 0 && (
        <SelectionBar {...selection} count={items.length} isTrash={shownFilters.status === 'trashed'} />
      )}
      {items.length > 0 ? (
        <MediaGrid
          label={t('media.items')}
          items={items}
          openId={openId}
          selection={managed && selection}
          described={described}
          onView={managed?.onView}
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
      {managed?.viewedId !== undefined && (
        <Lightbox
          items={items}
          id={managed.viewedId}
          onShow={managed.onView}
          onClose={managed.onViewEnd}
          onEnd={more.onReached}
        />
      )}
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
