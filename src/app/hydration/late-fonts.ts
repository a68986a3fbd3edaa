/**
 * Loads the font that `tokens.css` holds back on small screens until they have painted; wide screens keep it when they
 * become small.
 */
export async function loadFonts(): Promise<void> {
  const families = getComputedStyle(document.body).fontFamily
  await document.fonts.load('1em Archivo')
  const { style } = document.documentElement
  style.setProperty('--font', families.startsWith('Archivo,') ? families : `Archivo, ${families}`)
}
