/**
 * Gives small screens the font that `tokens.css` holds back until they have something to show, and lets wide ones keep
 * it when they become small.
 */
export async function loadFonts(): Promise<void> {
  const families = getComputedStyle(document.body).fontFamily
  await document.fonts.load('1em Archivo')
  const { style } = document.documentElement
  style.setProperty('--font', families.startsWith('Archivo,') ? families : `Archivo, ${families}`)
}
