import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Heading } from 'react-aria-components'
import { bytesText } from '#i18n/bytes-text'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { useLanguageNames } from '#i18n/use-language-names'
import { IconButton, LinkButton } from '#ui/controls/buttons/button'
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, OutIcon } from '#ui/controls/buttons/icons'
import { Overlay } from '#ui/controls/dialogs/dialogs'
import { useListener } from '#ui/controls/use-listener'
import type { MediaItem } from '../contract'
import { focusTile } from './media-grid'
import { isPicture, mayBeClear, sizeText, typeText } from '../item-text'
import { thumbnailUrl } from '../paths'
import { mediaItemQuery } from '../queries'

type LightboxProps = {
  /** The listed files, among which the pictures are shown. */
  items: readonly MediaItem[]
  id: number
  onShow: (id: number) => void
  onClose: () => void
  /** Called when the last loaded picture is reached. */
  onEnd: () => void
}

/**
 * A picture as large as the window, with its name and its description; the arrow keys show its neighbours, also those of
 * them that are loaded meanwhile.
 */
export function Lightbox({ items, id, onShow, onClose, onEnd }: LightboxProps) {
  const t = useText()
  const pictures = items.filter(isPicture)
  const at = pictures.findIndex((item) => item.id === id)
  const { data, isError } = useQuery({ ...mediaItemQuery(id), enabled: at === -1 })
  const item = pictures[at] ?? data
  const [before, after] = at === -1 ? [] : [pictures[at - 1], pictures[at + 1]]
  const show = (other: MediaItem | undefined) => {
    if (other) onShow(other.id)
  }
  useKeys({
    Escape: onClose,
    ArrowLeft: () => show(before),
    ArrowRight: () => show(after),
    Home: () => show(pictures[0]),
    End: () => show(pictures.at(-1)),
  })
  useFocusLastShown(id)
  const reachEnd = useEffectEvent(onEnd)
  const isLast = at === pictures.length - 1
  useEffect(() => {
    if (isLast) reachEnd()
  }, [isLast])
  return (
    <Overlay className="media-lightbox" size="window" onClose={onClose}>
      <header className="kit-dialog-head">
        <Heading slot="title" className="kit-dialog-title">
          <bdi>{item?.name ?? t(isError ? 'media.itemFailed' : 'media.loadingItem')}</bdi>
        </Heading>
        <output className="media-lightbox-place">
          {at !== -1 && t('media.viewAt', { at: at + 1, count: pictures.length })}
        </output>
        {item && (
          <LinkButton
            href={item.url}
            target="_blank"
            variant="quiet"
            icon={<OutIcon />}
            label={t('media.viewOriginal')}
          />
        )}
        <IconButton label={t('media.viewClose')} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <div className="media-lightbox-stage">
        <IconButton
          label={t('media.viewBefore')}
          icon={<ChevronLeftIcon />}
          isDisabled={!before}
          onPress={() => show(before)}
        />
        {item ? <LargePicture key={item.id} item={item} /> : <span />}
        <IconButton
          label={t('media.viewAfter')}
          icon={<ChevronRightIcon />}
          isDisabled={!after}
          onPress={() => show(after)}
        />
      </div>
      {item && <Description item={item} />}
    </Overlay>
  )
}

/** The picture itself, before which its thumbnail is shown. */
function LargePicture({ item }: { item: MediaItem }) {
  const t = useText()
  const [isMissing, setIsMissing] = useState(false)
  const language = usePageLanguage()
  return (
    <div className="media-lightbox-picture">
      <img
        src={isMissing ? thumbnailUrl(item) : `${item.url}?version=${item.version}`}
        alt={item.alt[language] || item.name}
        width={item.width ?? undefined}
        height={item.height ?? undefined}
        data-clear={mayBeClear(item) || undefined}
        data-drawing={item.mime === 'image/svg+xml' || undefined}
        onError={() => setIsMissing(true)}
      />
      {isMissing && <p role="alert">{t('media.viewFailed')}</p>}
    </div>
  )
}

function Description({ item }: { item: MediaItem }) {
  const t = useText()
  const language = usePageLanguage()
  const { nameOf } = useLanguageNames()
  const described = languages.filter((one) => item.alt[one] !== '')
  return (
    <div className="media-lightbox-text">
      {item.decorative ? (
        <p>{t('media.decorative')}</p>
      ) : described.length === 0 ? (
        <p className="media-lack">{t('media.missingAlt')}</p>
      ) : (
        <dl>
          {described.map((one) => (
            <div key={one}>
              <dt>{nameOf(one)}</dt>
              <dd lang={one}>{item.alt[one]}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="media-tile-facts">
        {[typeText(item), sizeText(item), bytesText(item.bytes, language)].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

/**
 * Handles keys wherever the focus is in the dialog, unless another one is open above it; Escape before the tooltip of
 * the focused button, which would take it.
 */
function useKeys(actions: Partial<Record<string, () => void>>) {
  const press = (event: KeyboardEvent) => {
    const action = actions[event.key]
    const isOther = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    if (!action || isOther || document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 1) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  useListener('keydown', press, { capture: true })
}

/** After it is closed: the dialog returns the focus to the button that opened it, which may belong to another picture. */
function useFocusLastShown(id: number) {
  const first = useRef(id)
  const last = useRef(id)
  useEffect(() => {
    last.current = id
  }, [id])
  useEffect(
    () => () => {
      const shown = last.current
      if (shown === first.current) return
      requestAnimationFrame(() => requestAnimationFrame(() => focusTile(shown)))
    },
    [],
  )
}
