import { useState } from 'react'

/** A choice stored on this device, if its storage is available. */
export function useRemembered<Choice extends string>(
  key: string,
  choices: readonly Choice[],
  initial: Choice,
): [Choice, (choice: Choice) => void] {
  const [chosen, setChosen] = useState(() => choices.find((one) => one === read(key)) ?? initial)
  const choose = (choice: Choice) => {
    setChosen(choice)
    keep(key, choice)
  }
  return [chosen, choose]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice)
  } catch {
    // Private windows may have no storage: then the choice lasts until the page is left.
  }
}
