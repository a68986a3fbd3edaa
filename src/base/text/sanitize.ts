import sanitize from 'sanitize-html'

/**
 * Editorial HTML with everything removed that could run, restyle or reach out of its place. Made for what the editor writes:
 * clean HTML comes out as it went in, and cleaning twice is cleaning once.
 */
export function sanitizeHtml(html: string): string {
  let clean = html
  // Taking out a wrong element can bring elements together that close each other: again, until nothing changes any more.
  for (let passes = 0; passes < mostPasses; passes++) {
    const next = cleanOnce(clean)
    if (next === clean) break
    clean = next
  }
  return clean
}

const mostPasses = 10

const cleanOnce = (html: string) => sanitize(html, options).replaceAll(' />', '>')

const tags = [
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'blockquote', 'div', 'span',
  'ul', 'ol', 'li', 'dl', 'dt', 'dd',
  'strong', 'b', 'em', 'i', 'u', 's', 'del', 'ins', 'mark', 'small', 'sub', 'sup', 'abbr', 'cite', 'q', 'time', 'kbd', 'samp', 'var',
  'a', 'code', 'pre', 'img', 'figure', 'figcaption', 'details', 'summary',
  'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
]

const options: sanitize.IOptions = {
  allowedTags: tags,
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href', 'hreflang', 'target', 'rel'],
    img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'reversed', 'type'],
    li: ['value'],
    time: ['datetime'],
    blockquote: ['cite'],
    q: ['cite'],
    details: ['open'],
    col: ['span'],
    colgroup: ['span'],
    td: ['colspan', 'rowspan', 'headers'],
    th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  },
  allowedClasses: { code: ['language-*'], pre: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'noembed', 'noframes', 'template', 'title', 'svg', 'math', 'object'],
  nestingLimit: 100,
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: safeLink(attribs) }) },
}

/** A page in a new tab gets no hold on this one. */
function safeLink({ target, rel, ...rest }: sanitize.Attributes): sanitize.Attributes {
  if (target === '_blank') return { ...rest, target, rel: 'noopener noreferrer' }
  return rel === undefined ? rest : { ...rest, rel }
}
