import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { TextField } from './text-field'

/** A text to be taken along, such as a link. `copied` is announced. */
export function CopyField(props: { label: string; value: string; copy: string; copied: string }) {
  const { label, value, copy, copied } = props
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
