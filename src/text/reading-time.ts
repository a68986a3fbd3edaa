const wordsPerMinute = 220

/** The reading time of a text in minutes, at least one. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return Math.max(1, Math.round(words / wordsPerMinute))
}
