/** The one place that shows raw HTML. `html` comes from the API, which sanitizes what it stores and what it answers. */
export function Html({ html, className }: { html: string; className?: string }) {
  return <div className={className ? `prose ${className}` : 'prose'} dangerouslySetInnerHTML={{ __html: frameTables(html) }} />
}

/** A table wider than the text scrolls in a frame that the keyboard reaches too. */
function frameTables(html: string): string {
  return html
    .replace(/<table(?=[\s>])/g, '<div class="table-frame" tabindex="0"><table')
    .replaceAll('</table>', '</table></div>')
}
