import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#base/controls/button'
import { TextField } from '#base/controls/text-field'
import { useText } from '#base/i18n/i18n'
import { isSafeUrl } from '#base/text/schema'
import { PicturePicker } from './picture-picker'
import { useSettled } from './use-settled'

type ImageFieldProps = {
  label: string
  value: string
  onChange: (url: string) => void
  error?: string
  isRequired?: boolean
  autoFocus?: boolean
}

const settleAfter = 400

/**
 * The address of a picture, shown small beside it; one that does not load is warned of. The site's own pictures can be
 * chosen: Escape closes these, and not the dialog around.
 */
export function ImageField({ label, value, onChange, error, isRequired, autoFocus }: ImageFieldProps) {
  const t = useText()
  const opener = useRef<HTMLButtonElement>(null)
  const [isPicking, setIsPicking] = useState(false)
  const address = useSettled(value.trim(), settleAfter)
  const [broken, setBroken] = useState<string>()
  const isBroken = broken === address && address === value.trim()
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
    <div className="edit-image" onKeyDownCapture={onKeyDown}>
      <div className="edit-image-sample">
        {address !== '' && isSafeUrl(address) && !isBroken ? (
          <img
            key={address}
            src={address}
            alt={t('editing.image.sample')}
            width="160"
            height="100"
            onError={() => setBroken(address)}
          />
        ) : (
          <span className="edit-note">{t('editing.image.none')}</span>
        )}
      </div>
      <div className="edit-image-field">
        <TextField
          label={label}
          value={value}
          onChange={onChange}
          error={error}
          isRequired={isRequired}
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
        <Button ref={opener} onPress={() => setIsPicking(!isPicking)} aria-expanded={isPicking}>
          {t('editing.image.choose')}
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
