/**
 * Loads the font that `tokens.css` holds back on small screens until they have painted; wide screens keep it when they
 * become small.
 */
export async function loadFonts(): Promise<void> {
  const families = getComputedStyle(document.body).fontFamily
  const [name] = /\w+/.exec(families)!
  await document.fonts.load(`1em ${name}`)
  const { style } = document.documentElement
  style.setProperty('--font', families.startsWith(`${name},`) ? families : `${name}, ${families}`)
}
