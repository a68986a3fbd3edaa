import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from './text-field'

type CopyFieldProps = { label: string; value: string; copy: string; copied: string }

/** A text to copy, such as a link, shown only once: its button takes the focus. `copied` is announced. */
export function CopyField({ label, value, copy, copied }: CopyFieldProps) {
  const [isCopied, setIsCopied] = useState(false)
  const take = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch {
      // Without access to the clipboard the text can still be selected.
      setIsCopied(false)
    }
  }
  return (
    <div className="kit-stack">
      <TextField label={label} value={value} onChange={() => {}} isReadOnly isCode rows={3} />
      <div className="kit-actions">
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is the only field on screen
          autoFocus
          onPress={() => void take()}
        >
          {copy}
        </Button>
        <output>{isCopied ? copied : ''}</output>
      </div>
    </div>
  )
}
