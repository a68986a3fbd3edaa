import { useQuery, useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import { Alert, LoadFailed } from '#ui/controls/states/states'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { CloseIcon, ExpandIcon, UndoIcon, CheckIcon, LinkIcon, RefreshIcon } from '#ui/controls/buttons/icons'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { Spinner } from '#ui/controls/states/spinner'
import { useMedia } from '#ui/controls/use-media'
import { ApiError } from '#client/api-error'
import { useRememberOpened } from '#editing/last-opened'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { DateTime } from '#i18n/date-time'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { siteAtom } from '#contract/site'
import { bytesText } from '#i18n/bytes-text'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { randomKey } from '#contract/random-key'
import { sendFile } from '#client/files'
import { useToast } from '#ui/toasts/toast'
import { plainFailure } from '#records/editor/saving/failure'
import { useMediaCache, useRestoreMedia } from '../library/media-cache'
import { type MediaItem, mimes } from '../contract'
import { isPicture, sizeText, standsStill, typeText } from '../item-text'
import { mediaItemQuery } from '../queries'
import { Thumbnail } from '../thumbnail'
import { DeleteMedia, MediaUses } from './delete-media'
import { MediaForm } from './media-form'

type MediaDetailsProps = { id: number; onClose: () => void; onView: (id: number) => void }

/** The details of an item: beside the grid if there is room, otherwise above it. */
export function MediaDetails({ id, onClose, onView }: MediaDetailsProps) {
  const t = useText()
  const isWide = useMedia('(min-width: 64rem)')
  return isWide ? (
    <DetailsPanel key={id} onClose={onClose}>
      <Details id={id} onClose={onClose} onView={onView} />
    </DetailsPanel>
  ) : (
    <ModalDialog title={t('media.details')} isOpen onClose={onClose} closeLabel={t('media.close')}>
      <Details key={id} id={id} onClose={onClose} onView={onView} />
    </ModalDialog>
  )
}

function DetailsPanel({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape belongs to all that is inside
    <aside className="media-panel" aria-label={t('media.details')} onKeyDown={onKeyDown}>
      <header className="media-panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {t('media.details')}
        </h2>
        <IconButton label={t('media.close')} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <div className="media-panel-body">{children}</div>
    </aside>
  )
}

function Details({ id, onClose, onView }: MediaDetailsProps) {
  const t = useText()
  // Its uses change with every save elsewhere.
  const { data: item, error, refetch } = useQuery({ ...mediaItemQuery(id), staleTime: 0 })
  useRememberOpened(`${href(adminPaths.media)}?item=${id}`, item?.name)
  if (error instanceof ApiError && error.status === 404) return <Alert variant="warning">{t('media.goneText')}</Alert>
  if (!item)
    return error ? (
      <LoadFailed
        text="media.itemFailed"
        onRetry={() => {
          void refetch()
        }}
      />
    ) : (
      <Spinner label={t('media.loadingItem')} />
    )
  const isTrashed = item.trashedAt !== undefined
  return (
    <div className="media-details">
      {(!isPicture(item) || isTrashed) && (
        <div className="media-preview">
          <Thumbnail item={item} />
        </div>
      )}
      {isTrashed ? <InTrash item={item} /> : <MediaForm item={item} onGone={onClose} />}
      <Facts item={item} />
      {standsStill(item) && <Alert variant="info">{t('media.standsStill')}</Alert>}
      <section className="media-section" aria-label={t('media.usedIn')}>
        <h3>{t('media.usedIn')}</h3>
        <MediaUses uses={item.usedIn} picture={isPicture(item) ? item : undefined} />
      </section>
      <section className="media-section" aria-label={t('media.file')}>
        <h3>{t('media.file')}</h3>
        <div className="kit-actions">
          {isPicture(item) && (
            <Button onPress={() => onView(id)}>
              <ExpandIcon />
              {t('media.view')}
            </Button>
          )}
          {!isTrashed && (
            <>
              <CopyAddress item={item} />
              <ReplaceFile item={item} />
            </>
          )}
          <DeleteMedia item={item} onDeleted={onClose} />
        </div>
      </section>
    </div>
  )
}

/** An item in the trash can only be restored or deleted. */
function InTrash({ item }: { item: MediaItem }) {
  const t = useText()
  const restore = useRestoreMedia()
  return (
    <>
      <h3 className="media-details-name" dir="auto">
        {item.name}
      </h3>
      <Alert
        variant="info"
        action={
          <Button
            variant="primary"
            onPress={() => {
              void restore(item)
            }}
          >
            <UndoIcon />
            {t('media.restore')}
          </Button>
        }
      >
        {t('media.inTrash')}
      </Alert>
    </>
  )
}

function Facts({ item }: { item: MediaItem }) {
  const t = useText()
  const language = usePageLanguage()
  const size = sizeText(item)
  const facts = {
    type: typeText(item),
    ...(size !== undefined && { dimensions: t('media.pixels', { size }) }),
    bytes: bytesText(item.bytes, language),
    createdAt: <DateTime at={item.createdAt} />,
  }
  return (
    <dl className="media-facts">
      {(['type', 'dimensions', 'bytes', 'createdAt'] as const).map(
        (name) =>
          facts[name] && (
            <div key={name}>
              <dt>{t(`media.${name}`)}</dt>
              <dd>{facts[name]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Copies the URL of an item to the clipboard. */
function CopyAddress({ item }: { item: MediaItem }) {
  const t = useText()
  const address = useAtomValue(siteAtom).origin + item.url
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <>
      <Button
        onPress={() => {
          void copy()
        }}
      >
        {copied ? <CheckIcon /> : <LinkIcon />}
        {t('media.copy')}
      </Button>
      <output className={copied === false ? 'media-address' : 'kit-hidden'}>
        {copied === undefined ? '' : copied ? t('media.copied') : address}
      </output>
    </>
  )
}

/** Replaces a file under the same URL, so that every use shows the new one. */
function ReplaceFile({ item }: { item: MediaItem }) {
  const t = useText()
  const toast = useToast()
  const cache = useMediaCache()
  const withSession = useWithSession()
  const [share, setShare] = useState(0)
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (file: File) => {
      const idempotencyKey = randomKey()
      setShare(0)
      const { answer } = await withSession(() =>
        sendFile<MediaItem>(`/api/media/${item.id}/file`, file, {
          version: item.version,
          idempotencyKey,
          onProgress: setShare,
        }),
      )
      return answer
    },
    onSuccess: (now) => {
      cache.put(now)
      toast({ title: t('media.replaced'), description: t('media.replacedText') })
    },
  })
  const isChanged = error instanceof ApiError && error.status === 412
  return (
    <>
      <FileTrigger
        acceptedFileTypes={mimes.filter((mime) => isPicture({ mime }) === isPicture(item))}
        onSelect={(files) => {
          const file = files?.[0]
          if (file) mutate(file)
        }}
      >
        <Button isPending={isPending}>
          <RefreshIcon />
          {isPending ? t('media.replacing', { percent: Math.round(share * 100) }) : t('media.replace')}
        </Button>
      </FileTrigger>
      {error && (
        <div className="media-wide">
          <Alert variant="danger" title={t('media.replaceFailed')}>
            {isChanged ? t('media.replaceChanged') : plainFailure(error, t('media.uploadFailed'), t)}
          </Alert>
        </div>
      )}
    </>
  )
}
