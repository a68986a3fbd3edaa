const tags = /<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi
const attributes = /([\s/"'])([^\s"'>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g

/**
 * Makes HTML safe to parse without violations of the content security policy: event handlers, inline styles, style
 * sheets and `base` elements are renamed. None of them has an effect in a document that is only parsed, but browsers
 * report each.
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

/** Reverts `disarm` in HTML derived from its result. */
export function rearm(html: string): string {
  return html.replace(/(<\/?)kept-(style|base)\b/gi, '$1$2').replace(/([\s/"'])data-kept-(on|style=)/gi, '$1$2')
}

/** The original inline style: `disarm` has renamed the attribute. */
export const styleOf = (element: Element): string => element.getAttribute('data-kept-style') ?? ''
