/** The name of a time zone of the IANA database in its usual spelling; undefined if there is none. */
export function timeZoneName(text: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions()
    // An offset such as +02:00 knows no summer time.
    return /^[A-Z]/i.test(timeZone) ? timeZone : undefined
  } catch {
    return undefined
  }
}
