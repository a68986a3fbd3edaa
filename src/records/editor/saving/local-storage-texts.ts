/**
 * Unsaved texts in `localStorage`, which is synchronous: for the last changes before the page is closed, and for all
 * changes without IndexedDB.
 */
const prefix = 'industria-draft:'

/** False if there is no room, or no storage. */
export function storeLocalText(place: string, text: string): boolean {
  try {
    localStorage.setItem(prefix + place, text)
    return true
  } catch {
    return false
  }
}

/** With `text`, only if it is unchanged. */
export function deleteLocalText(place: string, text?: string): void {
  try {
    for (const name of [place, nameOfBefore(place)]) {
      const noted = localStorage.getItem(prefix + name)
      if (noted !== null && (text ?? noted) === noted) localStorage.removeItem(prefix + name)
    }
  } catch {
    return
  }
}

export function listLocalTexts(): { place: string; text: string }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ place: placeOf(name.slice(prefix.length)), text: localStorage.getItem(name) ?? '' }))
  } catch {
    return []
  }
}

/** Earlier releases had one key for each record, shared by all windows. */
const placeOf = (name: string) => (name.includes('#') ? name : `${name}#`)
const nameOfBefore = (place: string) => place.replace(/#$/, '')
