import { useEffect, useState } from 'react'

/** A debounced `value`: updated after it has not changed for `after` milliseconds. */
export function useDebounced<Value>(value: Value, after: number): Value {
  const text = JSON.stringify(value)
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(text)), after)
    return () => clearTimeout(timer)
  }, [text, after])
  return debounced
}
