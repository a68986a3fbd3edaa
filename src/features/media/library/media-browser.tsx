import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import { EmptyState } from '#ui/controls/states/empty-state'
import { ImageIcon, SearchIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { LoadFailed, loadFailed } from '#ui/controls/states/load-failed'
import { SearchBox } from '#ui/controls/fields/search-box'
import { Switch } from '#ui/controls/fields/switch'
import { Segments } from '#editing/segments'
import { useSettled } from '#editing/use-settled'
import { useText } from '#i18n/i18n'
import type { MediaItem } from '../contract'
import { mediaListQuery, type Wanted } from '../queries'
import { MediaGrid } from './media-grid'
import { MediaSkeleton } from './media-skeleton'
import { useMoreMedia } from './use-more-media'

type MediaBrowserProps = {
  /** Lists pictures only, without documents. */
  picturesOnly?: boolean
  /** Whether the list starts with the filter for missing alternative texts. */
  isLackingAsked?: boolean
  /** Its trash can be looked through too. */
  hasTrash?: boolean
  openId?: number
  onOpen: (item: MediaItem) => void
  /** What to do about a library that holds nothing yet. */
  start: ReactNode
}

const settleAfter = 250

/** The library with its search: what was found before stays until the server has answered. */
export function MediaBrowser({
  picturesOnly = false,
  isLackingAsked = false,
  hasTrash = false,
  start,
  ...choice
}: MediaBrowserProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [isLacking, setIsLacking] = useState(isLackingAsked)
  const searchBox = useRef<HTMLInputElement>(null)
  const [view, setView] = useState<'items' | 'trash'>('items')
  const isTrash = view === 'trash'
  const q = useSettled(text.trim(), settleAfter)
  const wanted: Wanted = {
    ...(q === '' ? {} : { q }),
    ...(isLacking && !isTrash ? { lacks: 'alt' as const } : {}),
    ...(picturesOnly ? { type: 'picture' as const } : {}),
    ...(isTrash ? { status: 'trashed' as const } : {}),
  }
  return (
    <div className="media-browser">
      <div className="media-tools">
        {hasTrash && (
          <Segments
            label={t('life.shown')}
            selected={view}
            onSelect={setView}
            options={[
              { id: 'items', label: t('media.items') },
              { id: 'trash', label: t('life.view.trashed') },
            ]}
          />
        )}
        <SearchBox label={t('media.search')} value={text} onChange={setText} ref={searchBox} />
        {!isTrash && (
          <Switch isSelected={isLacking} onChange={setIsLacking}>
            {t('media.onlyLacking')}
          </Switch>
        )}
      </div>
      {isTrash && <p className="edit-note">{t('life.trashText')}</p>}
      <UserRegion loading={<MediaSkeleton />} failed={loadFailed('media.loadFailed')}>
        <Found
          wanted={wanted}
          isNarrowed={q !== '' || wanted.lacks !== undefined}
          isLacking={wanted.lacks !== undefined}
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
  wanted: Wanted
  isNarrowed: boolean
  isLacking: boolean
  onClear: () => void
}

function Found({ wanted, isNarrowed, isLacking, openId, onOpen, start, onClear }: FoundProps) {
  const t = useText()
  const shown = useDeferredValue(JSON.stringify(wanted))
  const asked = JSON.parse(shown) as Wanted
  const {
    data: { items, next },
  } = useSuspenseQuery(mediaListQuery(asked))
  const more = useMoreMedia(asked, next)
  const isWaiting = shown !== JSON.stringify(wanted)
  return (
    <div className="media-found" aria-busy={isWaiting} data-waiting={isWaiting || undefined}>
      <output className="kit-hidden">
        {isNarrowed && !isWaiting ? t(next !== null ? 'media.foundMany' : 'media.found', { count: items.length }) : ''}
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
      ) : asked.q !== undefined ? (
        <EmptyState
          icon={<SearchIcon />}
          title={t('table.nothingFound', { words: asked.q })}
          text={t('media.noMatchText')}
          action={<Button onPress={onClear}>{t('table.clearSearch')}</Button>}
        />
      ) : isLacking ? (
        <EmptyState icon={<SearchIcon />} title={t('media.noneLacking')} />
      ) : wanted.status === 'trashed' ? (
        <EmptyState icon={<TrashIcon />} title={t('life.none.trashed')} text={t('life.noneText.trashed')} />
      ) : (
        <EmptyState icon={<ImageIcon />} title={t('media.empty')} text={t('media.emptyText')} action={start} />
      )}
      {more.isError && <LoadFailed text="media.moreFailed" onRetry={more.read} />}
    </div>
  )
}
