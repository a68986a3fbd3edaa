import { FileTrigger } from 'react-aria-components'
import { Button, type ButtonVariant } from '#ui/controls/buttons/button'
import { UploadIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import { mimes } from '../contract'
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
