// What the sanitizer does with each element; the editor uses the same lists to say what it will drop.

const elements = (names: string): ReadonlySet<string> => new Set(names.split(' '))

export const headings = elements('h1 h2 h3 h4 h5 h6')
export const inline = elements('br img span strong b em i u s mark small sub sup abbr cite q time kbd samp var code')
/** Elements with a transparent content model: they allow what their parent allows. */
export const transparent = elements('a ins del')
/** Elements that are only allowed in one parent. */
export const parts = elements('li dt dd figcaption summary caption colgroup col thead tbody tfoot tr th td')
const blocks = elements('p hr blockquote div ul ol dl pre figure details table')

export const allowed: ReadonlySet<string> = new Set([...headings, ...blocks, ...inline, ...transparent, ...parts])

/** Obsolete elements and their allowed replacements. */
export const renamed: Record<string, string> = { strike: 's', acronym: 'abbr', tt: 'code', menu: 'ul', dir: 'ul' }
/** Removed with their content; other elements that are not allowed keep it. */
export const dropped = elements(
  'script style textarea option xmp noscript noembed noframes template title iframe object',
)
/** Their content becomes paragraphs of its own. */
export const sections = elements('section article header footer aside nav main address center hgroup search fieldset')
