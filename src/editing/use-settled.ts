import { useEffect, useState } from 'react'

/** `value` once it has stayed the same for so many milliseconds. */
export function useSettled<Value>(value: Value, after: number): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), after)
    return () => clearTimeout(timer)
  }, [text, after])
  return settled
}
