import { useLocation, useNavigate } from 'react-router'
import { useRef } from 'react'
import { Screen } from '#ui/controls/screen'
import { DropNote, useDroppedFiles } from '#editing/dropped-files'
import { useText } from '#i18n/i18n'
import { MediaDetails } from '../describing/media-details'
import { focusTile } from '../library/media-grid'
import { MediaBrowser } from '../library/media-browser'
import { UploadButton, UploadList } from '../uploading/upload-list'
import { useUploads } from '../uploading/use-uploads'

/** The media library: upload, search and descriptions. */
export function MediaScreen() {
  const t = useText()
  const startsUndescribed = new URLSearchParams(useLocation().search).get('lacks') === 'alt'
  const { openId, open, close, managed } = useOpenItem()
  const { uploads, add, retry, dismiss } = useUploads()
  const isHeld = useDroppedFiles(add)
  return (
    <Screen title={t('adminNav.media')} intro={t('media.intro')} actions={<UploadButton onFiles={add} />}>
      <UploadList uploads={uploads} retry={retry} dismiss={dismiss} onShow={({ id }) => open(id)} />
      <div className="media-screen" data-open={openId !== undefined || undefined}>
        <MediaBrowser
          managed={managed}
          startsUndescribed={startsUndescribed}
          openId={openId}
          onOpen={({ id }) => open(id)}
          start={<UploadButton variant="secondary" onFiles={add} />}
        />
        {openId !== undefined && <MediaDetails id={openId} onClose={close} onView={managed.onView} />}
      </div>
      {isHeld && <DropNote>{t('media.drop')}</DropNote>}
    </Screen>
  )
}

/**
 * The open item and the picture that is shown large are in the URL, so that Back closes them; closing an item returns
 * the focus to its tile.
 */
function useOpenItem() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isStep = useRef({ item: false, view: false })
  const asked = new URLSearchParams(search)
  const openId = idOf(asked.get('item'))
  const viewedId = idOf(asked.get('view'))
  const go = (item: number | undefined, view: number | undefined, replace: boolean) => {
    const query = [item && `item=${item}`, view && `view=${view}`].filter(Boolean).join('&')
    void navigate(query === '' ? pathname : `${pathname}?${query}`, { replace, preventScrollReset: true })
  }
  const leave = (what: 'item' | 'view') => {
    if (isStep.current[what]) void navigate(-1)
    else if (what === 'item') go(undefined, viewedId, true)
    else go(openId, undefined, true)
    isStep.current[what] = false
  }
  return {
    openId,
    open: (id: number) => {
      isStep.current.item ||= openId === undefined
      go(id, undefined, openId !== undefined)
    },
    close: () => {
      leave('item')
      requestAnimationFrame(() => focusTile(openId))
    },
    managed: {
      viewedId,
      onView: (id: number) => {
        isStep.current.view ||= viewedId === undefined
        go(openId, id, viewedId !== undefined)
      },
      onViewEnd: () => leave('view'),
    },
  }
}

const idOf = (asked: string | null) => {
  const id = /^[1-9]\d{0,9}$/.exec(asked ?? '')?.[0]
  return id === undefined ? undefined : Number(id)
}
