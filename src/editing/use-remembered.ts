import { useState } from 'react'

/** A choice among a few that this device remembers, where its storage allows. */
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
    // A private window may have no storage: the choice then holds until the page is left.
  }
}
