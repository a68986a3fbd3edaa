import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { Button, LinkButton } from '#ui/controls/buttons/button'
import { ImageIcon } from '#ui/controls/buttons/icons'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { isSafeUrl } from '#text/schema'
import { knownPicture } from '#ui/pictures/picture'
import pictures from '#ui/pictures/pictures.json'
import { hasFiles, filesIn, ownPicture } from './dropped-files'
import type { LibraryFile } from './picture-library'
import { UploadNote, useUploading } from './uploading'
import { useDebounced } from './use-debounced'

type PicturePickerProps = { selected?: string; onPick: (url: string) => void }

/** Chooses one of the built-in pictures. */
function PicturePicker({ selected = '', onPick }: PicturePickerProps) {
  const t = useText()
  return (
    <div className="edit-image-choices">
      <ListBox
        className="edit-pictures"
        aria-label={t('editing.image.own')}
        layout="grid"
        orientation="horizontal"
        selectionMode="single"
        selectedKeys={pictures.includes(selected) ? [selected] : []}
        onAction={(url) => onPick(String(url))}
        items={pictures.map((url) => ({ url, name: nameOf(url) }))}
      >
        {({ url, name }) => (
          <ListBoxItem id={url} textValue={name} className="edit-picture">
            <img src={smallest(url)} alt="" width="128" height="80" loading="lazy" />
            <span>{name}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  )
}

function smallest(url: string): string {
  const width = knownPicture(url)?.widths[0]
  return width === undefined ? url : `${url.replace(/\.\w+$/, '')}-${width}.webp`
}

const nameOf = (url: string) => (url.split('/').at(-1) ?? url).replace(/\.\w+$/, '').replaceAll('-', ' ')

type ImageFieldProps = {
  label: string
  value: string
  onChange: (url: string) => void
  /** Called in addition to `onChange` when a picture was chosen from the library or added to it. */
  onPicture?: (picture: LibraryFile) => void
  error?: string
  /** The URL of the picture to show while the field is empty. */
  proposed?: string
  isRequired?: boolean
  autoFocus?: boolean
}

const debounceDelay = 400

/**
 * A picture: it is chosen from the library by a click on it, replaced by a file that is dropped or pasted here, or by
 * one of those built in. Its address is under a disclosure, which is open while there is no picture and for an error.
 * Escape closes the list of built-in pictures, but not the dialog around it.
 */
export function ImageField(props: ImageFieldProps) {
  const { label, value, error, isRequired, onChange } = props
  const t = useText()
  const opener = useRef<HTMLButtonElement>(null)
  const [isPicking, setIsPicking] = useState(false)
  const [isTyping, setIsTyping] = useState(value.trim() === '')
  const sample = useSample(props)
  const input = usePictureInput(props)
  const stopPicking = () => {
    setIsPicking(false)
    opener.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isPicking) return
    event.stopPropagation()
    stopPicking()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the key belongs to the controls inside
    <div className="edit-image" data-held={input.isHeld || undefined} onKeyDownCapture={onKeyDown} {...input.target}>
      {/* The address has the same label. */}
      <span className="kit-label" aria-hidden="true" data-required={isRequired || undefined}>
        {label}
      </span>
      <Frame {...sample} value={value} onLibrary={input.choose} onRemove={() => onChange('')} />
      <div className="edit-image-field">
        <UploadNote {...input.uploading} />
        {input.isDocument && (
          <span className="edit-warning" role="alert">
            {t('editing.image.document')}
          </span>
        )}
        <details
          className="edit-advanced edit-fold"
          open={isTyping || error !== undefined || sample.isBroken}
          // Opened by an error, it stays open while the address is corrected.
          onToggle={(event) => setIsTyping(event.currentTarget.open)}
        >
          <summary>{t('editing.image.address')}</summary>
          <Address {...props} isBroken={sample.isBroken} />
        </details>
        <Button variant="link" ref={opener} onPress={() => setIsPicking(!isPicking)} aria-expanded={isPicking}>
          {t('editing.image.own')}
        </Button>
      </div>
      {isPicking && (
        <PicturePicker
          selected={value}
          onPick={(url) => {
            onChange(url)
            stopPicking()
          }}
        />
      )}
    </div>
  )
}

/** The previewed picture: that of the entered URL, debounced, or the proposed one. */
function useSample({ value, proposed = '' }: ImageFieldProps) {
  const typed = useDebounced(value.trim(), debounceDelay)
  const isProposed = value.trim() === '' && proposed !== ''
  const address = isProposed ? proposed : typed
  const [broken, setBroken] = useState<string>()
  const isBroken = broken === address && (isProposed || address === value.trim())
  return { address, isProposed, isBroken, onBroken: () => setBroken(address) }
}

type FrameProps = ReturnType<typeof useSample> & {
  value: string
  /** Absent without a library. */
  onLibrary?: () => Promise<void>
  onRemove: () => void
}

/** The picture, which a click replaces, with what can be done with it. */
function Frame({ address, isProposed, isBroken, onBroken, value, onLibrary, onRemove }: FrameProps) {
  const t = useText()
  const chooser = useRef<HTMLButtonElement>(null)
  const isShown = address !== '' && isSafeUrl(address) && !isBroken
  const isSet = value.trim() !== ''
  const item = /^\/media\/(\d+)\//.exec(value)?.[1]
  const choose = () => void onLibrary?.()
  return (
    <div className="edit-image-frame" data-proposed={isProposed || undefined} data-empty={!isShown || undefined}>
      {isShown ? (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button below does the same
        <img
          key={address}
          src={address}
          alt={t(isProposed ? 'editing.image.proposed' : 'editing.image.sample')}
          width="160"
          height="100"
          onClick={choose}
          onError={onBroken}
        />
      ) : (
        <span className="edit-image-none">
          <ImageIcon />
          {t(onLibrary ? 'editing.image.drop' : 'editing.image.none')}
        </span>
      )}
      <div className="edit-image-bar">
        {onLibrary && (
          <Button ref={chooser} onPress={choose} aria-label={isSet ? t('editing.image.replaceLabel') : undefined}>
            {t(isSet ? 'editing.image.replace' : 'editing.image.library')}
          </Button>
        )}
        {item !== undefined && (
          <LinkButton href={`${href(adminPaths.media)}?item=${item}`} target="_blank">
            {t('editing.image.focus')}
          </LinkButton>
        )}
        {isSet && (
          <Button
            onPress={() => {
              onRemove()
              chooser.current?.focus()
            }}
          >
            {t('editing.image.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Accepts a picture of the library, or a dropped or pasted file. */
function usePictureInput({ onChange, onPicture }: ImageFieldProps) {
  const [isHeld, setIsHeld] = useState(false)
  const [isDocument, setIsDocument] = useState(false)
  const { library, ...uploading } = useUploading()
  const take = (picture: LibraryFile) => {
    setIsDocument(!picture.isPicture)
    if (!picture.isPicture) return
    onChange(picture.url)
    onPicture?.(picture)
  }
  const forgetFaults = () => {
    for (const { file, fault } of uploading.uploads) if (fault !== undefined) uploading.dismiss(file)
  }
  const receive = (event: DragEvent | ClipboardEvent, files: File[]) => {
    const [file] = files
    if (!library || !file) return
    event.preventDefault()
    event.stopPropagation()
    forgetFaults()
    void uploading.send(file, take)
  }
  const choose = async () => {
    const picture = await library?.pick()
    if (!picture) return
    forgetFaults()
    take(picture)
  }
  const target = {
    onDragOver: (event: DragEvent) => {
      if (!library || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setIsHeld(true)
    },
    onDragLeave: () => setIsHeld(false),
    onDrop: (event: DragEvent) => {
      setIsHeld(false)
      const own = ownPicture(event.dataTransfer)
      if (own === undefined) return receive(event, Array.from(event.dataTransfer.files))
      event.preventDefault()
      event.stopPropagation()
      onChange(own)
    },
    onPasteCapture: (event: ClipboardEvent) => receive(event, filesIn(event.clipboardData)),
  }
  return { isHeld, isDocument, uploading, target, choose: library && choose }
}

type AddressProps = ImageFieldProps & { isBroken: boolean }

function Address({ label, value, onChange, error, isRequired, autoFocus, isBroken }: AddressProps) {
  const t = useText()
  return (
    <TextField
      {...{ label, value, onChange, error, isRequired }}
      isLabelHidden
      inputMode="url"
      description={
        <>
          {t('editing.image.hint')}
          <output className="edit-warning">{isBroken && t('editing.image.broken')}</output>
        </>
      }
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asked for the field decides
      autoFocus={autoFocus}
    />
  )
}
