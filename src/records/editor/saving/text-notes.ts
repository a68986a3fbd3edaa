/**
 * Texts in the browser's small storage, which is written before the page can go: what is typed last, and everything
 * where there is no database.
 */
const prefix = 'industria-draft:'

/** False when there is no room, or no storage. */
export function storeNote(place: string, text: string): boolean {
  try {
    localStorage.setItem(prefix + place, text)
    return true
  } catch {
    return false
  }
}

/** With a text, only if it is still that. */
export function dropNote(place: string, text?: string): void {
  try {
    for (const name of [place, nameOfBefore(place)]) {
      const noted = localStorage.getItem(prefix + name)
      if (noted !== null && (text ?? noted) === noted) localStorage.removeItem(prefix + name)
    }
  } catch {
    return
  }
}

export function listNotes(): { place: string; text: string }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ place: placeOf(name.slice(prefix.length)), text: localStorage.getItem(name) ?? '' }))
  } catch {
    return []
  }
}

/** A release of before had one place for each record, and its windows shared it. */
const placeOf = (name: string) => (name.includes('#') ? name : `${name}#`)
const nameOfBefore = (place: string) => place.replace(/#$/, '')
