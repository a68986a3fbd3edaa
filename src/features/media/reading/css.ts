/** Rules that import others, declare namespaces, or load fonts. */
const rules = /@(?:(?:import|charset|namespace)[^;]*;?|font-face[^{}]*(?:\{[^}]*\}?)?)/gi
/** Functions that load a URL. */
const loading = /(url|src|image|image-set|cross-fade|element|attr)\(([^)]*)\)?/gi
const reference = /^\s*(["']?)(#[^\s"'()]+)\1\s*$/
/** Not allowed in the result: another function, a rule, or a URL. */
const forbidden =
  /\b(?!url\(#)(?:url|src|image|image-set|cross-fade|element|attr)\(|@(?:import|charset|namespace|font-face)|\/\//i

/**
 * Removes every rule that loads an external resource from CSS; references within the picture stay. Removal is repeated
 * until nothing is found, so that it cannot assemble a new one. Each step is linear.
 */
export function cleanCss(css: string): string {
  const kept = withoutComments(css.replaceAll('\\', ''))
    .replace(rules, ' ')
    .replace(loading, (_, name: string, inner: string) => {
      const id = name.toLowerCase() === 'url' ? reference.exec(inner)?.[2] : undefined
      return id === undefined ? 'none' : `url(${id})`
    })
  return forbidden.test(kept) ? '' : kept
}

/** An unclosed comment extends to the end. */
function withoutComments(css: string): string {
  const parts: string[] = []
  for (let at = 0; at >= 0 && at < css.length;) {
    const start = css.indexOf('/*', at)
    parts.push(css.slice(at, start < 0 ? css.length : start))
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2)
    at = end < 0 ? -1 : end + 2
  }
  return parts.join(' ')
}
