import { Button } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import type { useUploading } from './use-uploading'

/** The progress of dropped or pasted files, and the error of a rejected one. */
export function UploadNote({ uploads, send, dismiss }: Omit<ReturnType<typeof useUploading>, 'library'>) {
  const t = useText()
  const underWay = uploads.find(({ fault }) => fault === undefined)
  return (
    <>
      <output className="edit-note edit-upload">
        {underWay &&
          t('editing.upload.progress', { name: underWay.file.name, percent: Math.round(underWay.share * 100) })}
      </output>
      {uploads.map(({ key, file, fault, isFinal, onUploaded }) =>
        fault === undefined ? null : (
          <div key={key} className="edit-row edit-upload">
            <span className="edit-warning" role="alert">
              <bdi>{file.name}</bdi>: {fault}
            </span>
            {!isFinal && (
              <Button
                onPress={() => {
                  void send(file, onUploaded)
                }}
              >
                {t('editing.upload.again')}
              </Button>
            )}
            <Button variant="quiet" onPress={() => dismiss(file)}>
              {t('editing.upload.dismiss')}
            </Button>
          </div>
        ),
      )}
    </>
  )
}
