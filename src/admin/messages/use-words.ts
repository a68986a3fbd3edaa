import { useEffect, useEffectEvent, useRef, useState } from 'react'

const pause = 300

/** What is typed to look for: in the address once it has settled, and from there when that changes by itself. */
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
