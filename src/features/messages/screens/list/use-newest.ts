import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** A ref to the last rendered value, for event handlers. */
export function useNewest<Value>(value: Value): RefObject<Value> {
  const newest = useRef(value)
  useLayoutEffect(() => {
    newest.current = value
  })
  return newest
}

/** A stable function that calls the newest `does`, so that a new closure causes no re-render. */
export function useSteady<Args extends unknown[]>(does: (...args: Args) => void): (...args: Args) => void {
  const newest = useNewest(does)
  return useCallback((...args) => newest.current(...args), [newest])
}
