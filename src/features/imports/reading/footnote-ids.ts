/** The id of a footnote in clean HTML, which allows no other ids. */
export const noteIdOf = (name: string): string => {
  const letters = name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return `note-${letters.length > 20 ? letters.slice(0, 20) : letters || 'x'}`
}
