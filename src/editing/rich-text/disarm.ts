const tags = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi
const attributes = /([\s/"'])([^\s"'>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * HTML that can be parsed without the content policy objecting: handlers, inline styles, style sheets and bases go by
 * another name. Nothing of the kind runs in a document that is only parsed, but browsers report each of them.
 */
export function disarm(html: string): string {
  return html.replace(tags, (tag) =>
    tag
      .replace(/^(<\/?)(style|base)\b/i, '$1kept-$2')
      .replace(attributes, (whole, before: string, name: string, value = '') =>
        /^(on|style$)/i.test(name) ? `${before}data-kept-${name}${value}` : whole,
      ),
  )
}

/** What `disarm` was given, from HTML that was made of its result. */
export function rearm(html: string): string {
  return html.replace(/(<\/?)kept-(style|base)\b/gi, '$1$2').replace(/([\s/"'])data-kept-(on|style=)/gi, '$1$2')
}
