import { useEffect } from 'react'
import { ProgressBar } from 'react-aria-components'
import { Button } from '#base/controls/button'
import { IconButton } from '#base/controls/icon-button'
import { CheckCircleIcon, CloseIcon, InfoIcon, RefreshIcon, WarningIcon } from '#base/controls/icons'
import { useText } from '#base/i18n/i18n'
import type { MediaItem } from '../contract'
import { isUnderWay, type Upload, type useUploads } from './use-uploads'

type UploadListProps = Pick<ReturnType<typeof useUploads>, 'uploads' | 'retry' | 'dismiss'> & {
  onShow: (item: MediaItem) => void
  /** One is chosen, not shown. */
  isChoice?: boolean
}

/** How far each file is, what came of it, and what can be done about it. */
export function UploadList({ uploads, retry, dismiss, onShow, isChoice = false }: UploadListProps) {
  const t = useText()
  const underWay = uploads.filter(isUnderWay).length
  const failed = uploads.filter((upload) => upload.state === 'failed' && !upload.isFinal)
  const count = uploads.length
  useEffect(() => {
    if (underWay === 0) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [underWay])
  return (
    <>
      <output className="kit-hidden">
        {count === 0
          ? ''
          : underWay > 0
            ? t('media.uploading', { count: underWay })
            : t('media.uploaded', { failed: uploads.filter(({ state }) => state === 'failed').length })}
      </output>
      {count > 0 && (
        <section className="media-uploads" aria-label={t('media.uploads')}>
          <div className="media-uploads-head">
            <h2>{underWay > 0 ? t('media.uploadsOf', { done: count - underWay, count }) : t('media.uploads')}</h2>
            {failed.length > 1 && (
              <Button onPress={() => retry(failed)}>
                <RefreshIcon />
                {t('media.tryAllAgain')}
              </Button>
            )}
          </div>
          <ul>
            {uploads.map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onRetry={() => retry([upload])}
                onDismiss={() => dismiss(upload.key)}
                onShow={onShow}
                isChoice={isChoice}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

type UploadRowProps = Pick<UploadListProps, 'onShow' | 'isChoice'> & {
  upload: Upload
  onRetry: () => void
  onDismiss: () => void
}

function UploadRow({ upload, onRetry, onDismiss, onShow, isChoice }: UploadRowProps) {
  const t = useText()
  const { name } = upload.file
  return (
    <li className="media-upload" data-state={upload.state}>
      <span className="media-upload-name">{name}</span>
      {isUnderWay(upload) && (
        <>
          <span className="media-upload-state">{t(stepOf(upload))}</span>
          <ProgressBar
            className="media-progress"
            aria-label={name}
            value={upload.share * 100}
            isIndeterminate={upload.state === 'sending' && upload.share === 1}
          >
            {({ percentage = 100 }) => <span style={{ inlineSize: `${percentage}%` }} />}
          </ProgressBar>
        </>
      )}
      {upload.state === 'failed' && (
        <>
          <span className="media-upload-state" role="alert">
            <WarningIcon />
            {upload.reason}
          </span>
          <span className="media-upload-actions">
            {!upload.isFinal && (
              <Button onPress={onRetry} aria-label={t('media.tryAgainOf', { name })}>
                <RefreshIcon />
                {t('media.tryAgain')}
              </Button>
            )}
            <IconButton label={t('media.dismiss', { name })} icon={<CloseIcon />} onPress={onDismiss} />
          </span>
        </>
      )}
      {upload.state === 'added' && (
        <span className="media-upload-state">
          <CheckCircleIcon />
          {t('media.added')}
        </span>
      )}
      {upload.state === 'there' && (
        <>
          <span className="media-upload-state">
            <InfoIcon />
            {t('media.there')}
          </span>
          <span className="media-upload-actions">
            <Button
              onPress={() => onShow(upload.item)}
              aria-label={t(isChoice ? 'media.pickOf' : 'media.showOf', { name: upload.item.name })}
            >
              {t(isChoice ? 'media.pick' : 'media.show')}
            </Button>
            <IconButton label={t('media.dismiss', { name })} icon={<CloseIcon />} onPress={onDismiss} />
          </span>
        </>
      )}
    </li>
  )
}

const stepOf = ({ state, share }: Upload) =>
  state === 'waiting' ? 'media.waiting' : share === 1 ? 'media.checking' : 'media.sending'
