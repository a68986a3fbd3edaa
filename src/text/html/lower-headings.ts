/**
 * Clean HTML whose headings begin at the level `top` and skip none, however they were typed. The ids of its footnotes
 * include `id`, so that they differ from those of other texts on the page.
 */
export function lowerHeadings(html: string, { top, id }: { top: number; id: string }): string {
  const above: number[] = []
  return html
    .replace(/<h([1-6])((?:\s[^>]*)?>.*?<\/h)\1>/gs, (_, typed: string, rest: string) => {
      while ((above.at(-1) ?? 0) >= Number(typed)) above.pop()
      const level = Math.min(6, top + above.length)
      above.push(Number(typed))
      return `<h${level}${rest}${level}>`
    })
    .replace(/( id="| href="#)note-(?=\w)/g, `$1note-${id.replace(/\W/g, '')}x`)
}
