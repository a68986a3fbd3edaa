import { type ReactNode, useEffect, useRef } from 'react'
import { ProgressBar, FileTrigger } from 'react-aria-components'
import { Button, type ButtonVariant, IconButton } from '#ui/controls/buttons/button'
import { CheckCircleIcon, CloseIcon, InfoIcon, RefreshIcon, WarningIcon, UploadIcon } from '#ui/controls/buttons/icons'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { useText } from '#i18n/i18n'
import { type MediaItem, mimes } from '../contract'
import { isRemarkable, isUnderWay, type Upload, type useUploads } from './use-uploads'
import { isPicture } from '../item-text'

type UploadButtonProps = { picturesOnly?: boolean; variant?: ButtonVariant; onFiles: (files: File[]) => void }

/** Opens the file picker. */
export function UploadButton({ picturesOnly = false, variant = 'primary', onFiles }: UploadButtonProps) {
  const t = useText()
  return (
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={mimes.filter((mime) => !picturesOnly || isPicture({ mime }))}
      onSelect={(files) => {
        if (files) onFiles(Array.from(files))
      }}
    >
      <Button variant={variant}>
        <UploadIcon />
        {t('media.upload')}
      </Button>
    </FileTrigger>
  )
}

type UploadListProps = Pick<ReturnType<typeof useUploads>, 'uploads' | 'retry' | 'dismiss'> & {
  onShow: (item: MediaItem) => void
  /** Selects an item instead of showing it. */
  isChoice?: boolean
}

/** The progress and result of each file, with its actions. */
export function UploadList({ uploads, retry, dismiss, onShow, isChoice = false }: UploadListProps) {
  const t = useText()
  const underWay = uploads.filter(isUnderWay).length
  const failed = uploads.filter((upload) => upload.state === 'failed' && !upload.isFinal)
  const over = uploads.filter((upload) => !isUnderWay(upload))
  const count = uploads.length
  const { heading, keepingFocus } = useKeptFocus(count)
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
            <h2 ref={heading} tabIndex={-1}>
              {underWay > 0 ? t('media.uploadsOf', { done: count - underWay, count }) : t('media.uploads')}
            </h2>
            {failed.length > 1 && (
              <Button onPress={keepingFocus(() => retry(failed))}>
                <RefreshIcon />
                {t('media.tryAllAgain')}
              </Button>
            )}
            {underWay === 0 && count > 1 && (
              <Button variant="quiet" onPress={keepingFocus(() => dismiss(over))}>
                {t('media.dismissAll')}
              </Button>
            )}
          </div>
          <ul>
            {uploads.toSorted(urgentFirst).map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onRetry={keepingFocus(() => retry([upload]))}
                onDismiss={keepingFocus(() => dismiss([upload]))}
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

/** Failed uploads come first, then running ones, and finished ones last. */
const urgency: Record<Upload['state'], number> = { failed: 0, sending: 1, waiting: 2, there: 3, added: 4 }
const urgentFirst = (one: Upload, other: Upload) => urgency[one.state] - urgency[other.state]

/** When a focused button disappears with its row, the focus moves within the list, or to the screen once that is empty. */
function useKeptFocus(count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    if (count === 0 && wasShown.current && isFocusLost()) rescueFocus()
    wasShown.current = count > 0
  }, [count])
  return {
    heading,
    keepingFocus: (work: () => void) => () => {
      work()
      requestAnimationFrame(() => {
        if (isFocusLost()) heading.current?.focus()
      })
    },
  }
}

const isFocusLost = () => document.activeElement === document.body

type UploadRowProps = Pick<UploadListProps, 'onShow' | 'isChoice'> & {
  upload: Upload
  onRetry: () => void
  onDismiss: () => void
}

function UploadRow({ upload, onRetry, onDismiss, onShow, isChoice }: UploadRowProps) {
  const t = useText()
  const { name } = upload.file
  const isGoing = isUnderWay(upload)
  return (
    <li className="media-upload" data-state={upload.state}>
      <span className="media-upload-name" title={name} dir="auto">
        {name}
      </span>
      <span key={upload.state} className="media-upload-state" role={upload.state === 'failed' ? 'alert' : undefined}>
        <State upload={upload} />
      </span>
      {upload.state === 'failed' && !upload.isFinal && (
        <Button onPress={onRetry} aria-label={t('media.tryAgainOf', { name })}>
          <RefreshIcon />
          {t('media.tryAgain')}
        </Button>
      )}
      {(upload.state === 'there' || (upload.state === 'added' && isRemarkable(upload))) && (
        <Button
          onPress={() => onShow(upload.item)}
          aria-label={t(isChoice ? 'media.pickOf' : 'media.showOf', { name: upload.item.name })}
        >
          {t(isChoice ? 'media.pick' : 'media.show')}
        </Button>
      )}
      {(upload.state !== 'added' || isRemarkable(upload)) && (
        <span className="media-upload-close">
          <IconButton
            label={t(isGoing ? 'media.cancelOf' : 'media.dismiss', { name })}
            icon={<CloseIcon />}
            onPress={onDismiss}
          />
        </span>
      )}
      {isGoing && (
        <ProgressBar
          className="media-progress"
          aria-label={name}
          value={upload.share * 100}
          isIndeterminate={upload.state === 'sending' && upload.share === 1}
        >
          {({ percentage = 100 }) => <span style={{ inlineSize: `${percentage}%` }} />}
        </ProgressBar>
      )}
    </li>
  )
}

function State({ upload }: { upload: Upload }): ReactNode {
  const t = useText()
  if (upload.state === 'failed')
    return (
      <>
        <WarningIcon />
        {upload.reason}
      </>
    )
  if (upload.state === 'added' || upload.state === 'there')
    return (
      <>
        {upload.state === 'added' ? <CheckCircleIcon /> : <InfoIcon />}
        {t(`media.${upload.state}`)}
        {isRemarkable(upload) && `. ${t('media.standsStill')}`}
      </>
    )
  return t(stepOf(upload))
}

const stepOf = ({ state, share }: Upload) =>
  state === 'waiting' ? 'media.waiting' : share === 1 ? 'media.checking' : 'media.sending'
