import { useEffect, useState } from 'react'

/** A debounced `value`: updated after it has not changed for `after` milliseconds. */
export function useSettled<Value>(value: Value, after: number): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), after)
    return () => clearTimeout(timer)
  }, [text, after])
  return settled
}
