import { useState } from 'react'

/** The last valid object of the text. */
export function useLastValid(value: Record<string, unknown> | undefined): Record<string, unknown> {
  const [last, setLast] = useState(value ?? {})
  const text = JSON.stringify(value)
  const [lastText, setLastText] = useState(text)
  if (value && text !== lastText) {
    setLast(value)
    setLastText(text)
  }
  return value ?? last
}
