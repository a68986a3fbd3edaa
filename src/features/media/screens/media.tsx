import { useLocation, useNavigate } from 'react-router'
import { useRef } from 'react'
import { Screen } from '#ui/controls/screen'
import { DropNote } from '#editing/drop-note'
import { useDroppedFiles } from '#editing/dropped-files'
import { useText } from '#i18n/i18n'
import { MediaDetails } from '../describing/media-details'
import { MediaBrowser } from '../library/media-browser'
import { UploadButton } from '../uploading/upload-button'
import { UploadList } from '../uploading/upload-list'
import { useUploads } from '../uploading/use-uploads'

/** The media library: upload, search and descriptions. */
export function MediaScreen() {
  const t = useText()
  const startsUndescribed = new URLSearchParams(useLocation().search).get('lacks') === 'alt'
  const { openId, open, close } = useOpenItem()
  const { uploads, add, retry, dismiss } = useUploads()
  const isHeld = useDroppedFiles(add)
  return (
    <Screen title={t('adminNav.media')} intro={t('media.intro')} actions={<UploadButton onFiles={add} />}>
      <UploadList uploads={uploads} retry={retry} dismiss={dismiss} onShow={({ id }) => open(id)} />
      <div className="media-screen" data-open={openId !== undefined || undefined}>
        <MediaBrowser
          hasTrash
          startsUndescribed={startsUndescribed}
          openId={openId}
          onOpen={({ id }) => open(id)}
          start={<UploadButton variant="secondary" onFiles={add} />}
        />
        {openId !== undefined && <MediaDetails id={openId} onClose={close} />}
      </div>
      {isHeld && <DropNote>{t('media.drop')}</DropNote>}
    </Screen>
  )
}

/** The open item is in the URL; closing it returns the focus to its tile. */
function useOpenItem() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isStep = useRef(false)
  const asked = /^[1-9]\d{0,9}$/.exec(new URLSearchParams(search).get('item') ?? '')?.[0]
  const openId = asked === undefined ? undefined : Number(asked)
  return {
    openId,
    open: (id: number) => {
      isStep.current ||= openId === undefined
      navigate(`${pathname}?item=${id}`, { replace: openId !== undefined })
    },
    close: () => {
      if (isStep.current) navigate(-1)
      else navigate(pathname, { replace: true })
      isStep.current = false
      requestAnimationFrame(() => focusTile(openId))
    },
  }
}

function focusTile(id: number | undefined): void {
  const tile = document.querySelector<HTMLElement>(`.media-grid [data-key="${id}"]`)
  const place =
    tile ??
    document.querySelector<HTMLElement>('.media-grid [role=row]') ??
    document.querySelector<HTMLElement>('h1[tabindex]')
  if (!document.querySelector('[role=dialog]')) place?.focus({ preventScroll: tile !== null })
}
