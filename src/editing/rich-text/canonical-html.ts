import { disarm } from './disarm'

const blockTags = new Set(
  'address article aside audio blockquote body caption col colgroup dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe kept-base kept-style li main nav ol p pre section summary table tbody td tfoot th thead tr ul video'.split(
    ' ',
  ),
)

const markTags = new Set('a b strong i em u s strike code sub sup kbd mark small del ins'.split(' '))

const sameTag: Record<string, string> = { b: 'strong', i: 'em', strike: 's' }

const impliedAttributes = new Set(['start=1', 'colspan=1', 'rowspan=1'])

export function parseHtml(html: string): HTMLElement {
  return new DOMParser().parseFromString(`<body>${disarm(html)}</body>`, 'text/html').body
}

export const isBlock = (node: Node): boolean => blockTags.has(tagOf(node))

/**
 * A canonical form of HTML for comparison: equal for two fragments exactly when their structure, text and attributes
 * are equal to a reader. White space, the nesting order of marks and the normalization by `tidyBlock` make no
 * difference.
 */
export function canonicalHtml(html: string): string {
  const body = parseHtml(html)
  tidyBlock(body)
  return writeBlock(body)
}

/**
 * Normalizes a block to the stored form: single paragraphs of list items and cells are unwrapped, heading rows are in a
 * `thead`, empty captions are removed.
 */
export function tidyBlock(block: Element): void {
  for (const cell of block.querySelectorAll('li, td, th')) {
    const paragraphs = [...cell.children].filter((child) => child.tagName === 'P')
    const [only] = paragraphs
    if (
      only &&
      paragraphs.length === 1 &&
      only === [...cell.childNodes].find((child) => !isSpace(child)) &&
      only.attributes.length === 0
    )
      only.replaceWith(...only.childNodes)
  }
  for (const table of block.querySelectorAll('table')) tidyTable(table)
  for (const caption of block.querySelectorAll('figcaption:empty')) caption.remove()
}

function tidyTable(table: Element): void {
  const sections = [...table.children]
  const isPlain = sections.every(
    (section) => ['THEAD', 'TBODY', 'TR'].includes(section.tagName) && section.attributes.length === 0,
  )
  if (!isPlain) return
  const rows = sections.flatMap((section) => (section.tagName === 'TR' ? [section] : [...section.children]))
  const firstOfBody = rows.findIndex((row) => [...row.children].some((cell) => cell.tagName !== 'TH'))
  const headRows = firstOfBody === -1 ? rows.slice(0, 1) : rows.slice(0, firstOfBody)
  const bodyRows = rows.slice(headRows.length)
  const make = (tag: string, content: Element[]) => {
    const section = table.ownerDocument.createElement(tag)
    section.append(...content)
    return section
  }
  table.replaceChildren(
    ...(headRows.length > 0 ? [make('thead', headRows)] : []),
    ...(bodyRows.length > 0 ? [make('tbody', bodyRows)] : []),
  )
}

type Run = { marks: string[]; text: string }

function writeBlock(block: Element): string {
  let out = ''
  let runs: Run[] = []
  const flush = () => {
    const line = writeRuns(runs)
    if (line !== '') out += tagOf(block) === 'body' ? `<p>${line}</p>` : line
    runs = []
  }
  for (const child of block.childNodes) {
    if (child instanceof Element && isBlock(child)) {
      flush()
      out += writeChild(child)
    } else {
      runs.push(...collectRuns(child, []))
    }
  }
  flush()
  return out
}

function writeChild(child: Element): string {
  const tag = tagOf(child)
  if (tag === 'pre') return `<pre${attributesOf(child)}>${child.innerHTML.replace(/\r\n?/g, '\n')}</pre>`
  return `<${tag}${attributesOf(child)}>${writeBlock(child)}</${tag}>`
}

function collectRuns(node: Node, marks: string[]): Run[] {
  if (node.nodeType === 3) return [{ marks, text: escapeText(node.textContent ?? '') }]
  if (!(node instanceof Element)) return [{ marks, text: `<!--${node.textContent}-->` }]
  const tag = tagOf(node)
  const opening = `${sameTag[tag] ?? tag}${attributesOf(node)}`
  if (markTags.has(tag) && (node.textContent !== '' || node.querySelector('img'))) {
    const inner = [...marks, opening].toSorted()
    return [...node.childNodes].flatMap((child) => collectRuns(child, inner))
  }
  return [
    { marks, text: `<${opening}>` },
    ...[...node.childNodes].flatMap((child) =>
      child instanceof Element && isBlock(child) ? [{ marks, text: writeChild(child) }] : collectRuns(child, marks),
    ),
    ...(['br', 'img'].includes(tag) ? [] : [{ marks, text: `</${tag}>` }]),
  ]
}

/** Renders runs as one line: white space is collapsed as in a browser, equal neighbours are joined. */
function writeRuns(runs: Run[]): string {
  const line: Run[] = []
  let afterSpace = true
  for (const run of runs) {
    let text = run.text.replace(/[ \t\r\n\f]+/g, ' ')
    if (afterSpace && text.startsWith(' ')) text = text.slice(1)
    if (text === '') continue
    afterSpace = text.endsWith(' ') || text === '<br>'
    const last = line.at(-1)
    if (last && last.marks.join() === run.marks.join()) last.text += text
    else line.push({ marks: run.marks, text })
  }
  const last = line.at(-1)
  if (last?.text.endsWith(' ')) last.text = last.text.slice(0, -1)
  return line
    .filter(({ text }) => text !== '')
    .map(({ marks, text }) => (marks.length === 0 ? text : `{${marks.join()}|${text}}`))
    .join('')
}

const escapeText = (text: string) => text.replace(/[&<>{}|]/g, (character) => `&#${character.charCodeAt(0)};`)

function attributesOf(element: Element): string {
  return [...element.attributes]
    .map(({ name, value }) => `${name}=${value}`)
    .filter((attribute) => !impliedAttributes.has(attribute))
    .toSorted()
    .map((attribute) => ` ${attribute}`)
    .join('')
}

const tagOf = (node: Node) => node.nodeName.toLowerCase()

/** Whether a node is a text of only white space. */
export const isSpace = (node: Node): boolean => node.nodeType === 3 && (node.nodeValue ?? '').trim() === ''

/** The neighbour that is not just white space. */
export function siblingOf(node: Node, side: 'nextSibling' | 'previousSibling'): Node | undefined {
  let near = node[side]
  while (near && isSpace(near)) near = near[side]
  return near ?? undefined
}
