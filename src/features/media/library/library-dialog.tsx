import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { DropNote, useDroppedFiles } from '#editing/dropped-files'
import { useText } from '#i18n/i18n'
import type { MediaItem } from '../contract'
import { UploadButton, UploadList } from '../uploading/upload-list'
import { useUploads } from '../uploading/use-uploads'
import { MediaBrowser } from './media-browser'

/** The library as a dialog over the editor, for choosing or uploading a picture. */
export function LibraryDialog({ onPick, onClose }: { onPick: (item: MediaItem) => void; onClose: () => void }) {
  const t = useText()
  const { uploads, add, retry, dismiss } = useUploads()
  const isHeld = useDroppedFiles(add)
  return (
    <ModalDialog
      title={t('media.choose')}
      isOpen
      onClose={onClose}
      closeLabel={t('media.chooseClose')}
      size="large"
      tools={
        <div className="media-dialog-tools">
          <UploadButton picturesOnly variant="secondary" onFiles={add} />
        </div>
      }
    >
      <div className="kit-form">
        <UploadList uploads={uploads} retry={retry} dismiss={dismiss} onShow={onPick} isChoice />
        <MediaBrowser picturesOnly onOpen={onPick} start={<UploadButton picturesOnly onFiles={add} />} />
        {isHeld && <DropNote>{t('media.drop')}</DropNote>}
      </div>
    </ModalDialog>
  )
}
