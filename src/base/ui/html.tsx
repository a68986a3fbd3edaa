/** The one place that shows raw HTML. `html` comes from the API, which sanitizes what it stores and what it answers. */
export function Html({ html, className }: { html: string; className?: string }) {
  return <div className={className ? `prose ${className}` : 'prose'} dangerouslySetInnerHTML={{ __html: html }} />
}
