import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import { isSafeUrl } from '#text/schema'
import { hasFiles, filesIn, ownPicture } from './dropped-files'
import type { LibraryFile } from './picture-library'
import { PicturePicker } from './picture-picker'
import { UploadNote } from './upload-note'
import { useDebounced } from './use-debounced'
import { useUploading } from './use-uploading'

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
 * The URL of a picture, with a preview and a warning if it does not load. The picture can be chosen from the library or
 * from those built in, or a file can be dropped or pasted here. Escape closes the list of built-in pictures, but not
 * the dialog around it.
 */
export function ImageField(props: ImageFieldProps) {
  const { value, onChange } = props
  const t = useText()
  const opener = useRef<HTMLButtonElement>(null)
  const [isPicking, setIsPicking] = useState(false)
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
      <Sample {...sample} />
      <div className="edit-image-field">
        <Address {...props} isBroken={sample.isBroken} isLibrary={input.choose !== undefined} />
        <UploadNote {...input.uploading} />
        {input.isDocument && (
          <span className="edit-warning" role="alert">
            {t('editing.image.document')}
          </span>
        )}
        <Ways
          onLibrary={input.choose}
          opener={opener}
          isPicking={isPicking}
          onPicking={() => setIsPicking(!isPicking)}
        />
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

function Sample({ address, isProposed, isBroken, onBroken }: ReturnType<typeof useSample>) {
  const t = useText()
  return (
    <div className="edit-image-sample" data-proposed={isProposed || undefined}>
      {address !== '' && isSafeUrl(address) && !isBroken ? (
        <img
          key={address}
          src={address}
          alt={t(isProposed ? 'editing.image.proposed' : 'editing.image.sample')}
          width="160"
          height="100"
          onError={onBroken}
        />
      ) : (
        <span className="edit-note">{t('editing.image.none')}</span>
      )}
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

type AddressProps = ImageFieldProps & { isBroken: boolean; isLibrary: boolean }

function Address({ label, value, onChange, error, isRequired, autoFocus, isBroken, isLibrary }: AddressProps) {
  const t = useText()
  return (
    <TextField
      {...{ label, value, onChange, error, isRequired }}
      inputMode="url"
      description={
        <>
          {t(isLibrary ? 'editing.image.dropHint' : 'editing.image.hint')}
          <output className="edit-warning">{isBroken && t('editing.image.broken')}</output>
        </>
      }
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever asked for the field decides
      autoFocus={autoFocus}
    />
  )
}

type WaysProps = {
  /** Absent without a library. */
  onLibrary?: () => Promise<void>
  opener: RefObject<HTMLButtonElement | null>
  isPicking: boolean
  onPicking: () => void
}

/** The buttons to choose a picture. */
function Ways({ onLibrary, opener, isPicking, onPicking }: WaysProps) {
  const t = useText()
  return (
    <div className="edit-row">
      {onLibrary && (
        <Button
          onPress={() => {
            void onLibrary()
          }}
        >
          {t('editing.image.library')}
        </Button>
      )}
      <Button ref={opener} onPress={onPicking} aria-expanded={isPicking}>
        {t('editing.image.choose')}
      </Button>
    </div>
  )
}
