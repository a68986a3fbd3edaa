import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from './text-field'

type CopyFieldProps = { label: string; value: string; copy: string; copied: string; takesFocus?: boolean }

/** A text to be taken along, such as a link. `copied` is announced; its button `takesFocus`. */
export function CopyField({ label, value, copy, copied, takesFocus = false }: CopyFieldProps) {
  const [isCopied, setIsCopied] = useState(false)
  const take = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch {
      // Where scripts may not write to it, the text can be selected.
      setIsCopied(false)
    }
  }
  return (
    <div className="kit-stack">
      <TextField label={label} value={value} onChange={() => {}} isReadOnly isCode rows={3} />
      <div className="kit-actions">
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- set only where this is the only field on screen
          autoFocus={takesFocus}
          onPress={() => {
            void take()
          }}
        >
          {copy}
        </Button>
        <output>{isCopied ? copied : ''}</output>
      </div>
    </div>
  )
}
