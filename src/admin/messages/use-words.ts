import { useEffect, useEffectEvent, useRef, useState } from 'react'

const pause = 300

/** The search text: written to the URL after a pause in typing, and read from it when it changes by navigation. */
export function useWords(inAddress: string, lookFor: (words: string) => void) {
  const [typed, setTyped] = useState(inAddress)
  const told = useRef(inAddress)
  const tell = useEffectEvent((words: string) => {
    if (words === inAddress) return
    told.current = words
    lookFor(words)
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (inAddress === told.current) return
    told.current = inAddress
    setTyped(inAddress)
  }, [inAddress])
  return [typed, setTyped] as const
}
