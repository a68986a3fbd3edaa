import { useState } from 'react'

/** A choice stored on this device, if its storage is available. */
export function useRemembered<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  initial: Choice,
): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState(() => choices.find((one) => one === readFromDevice(key)) ?? initial)
  const choose = (choice: Choice) => {
    setChosen(choice)
    storeOnDevice(key, choice)
  }
  return [chosen, choose]
}

/** null also without a storage. */
export function readFromDevice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** False if there is no room. Private windows may have no storage. */
export function storeOnDevice(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}
