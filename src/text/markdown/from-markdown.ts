import { withoutNotes } from './notes'

const blockTags =
  'address|article|aside|blockquote|details|div|dl|dd|dt|figure|figcaption|h[1-6]|hr|li|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul'
const afterBlock = new RegExp(`(<(?:/?(?:${blockTags})(?:\\s[^<>]*)?|/pre)>)\\n+`, 'g')
const beforeClosing = new RegExp(`(?<!\\n)\\n+(</(?:${blockTags})>)`, 'g')
const kept = /<pre\b[\s\S]*?<\/pre>/g
const lonePicture = /<p>(<img\s[^<>]*) \/><\/p>/g

/**
 * Converts CommonMark with GitHub's extensions into HTML that is not sanitized yet: footnotes as the editor stores
 * them, and a lone picture as a figure with its title as the caption.
 */
export function fromMarkdown(markdown: string): string {
  const { text, notes } = withoutNotes(markdown)
  return tidy(render(text)) + (notes.length === 0 ? '' : noteList(notes))
}

const render = (markdown: string): string =>
  Bun.markdown.html(markdown, { tables: true, strikethrough: true, tasklists: true, autolinks: true })

/** Removes line breaks between blocks, which the editor does not write. */
function tidy(html: string): string {
  const whole: string[] = []
  const marked = replaceClosed(html, '</pre>', kept, (element) => {
    const at = whole.push(element.replace(/\n<\/code><\/pre>$/, '</code></pre>')) - 1
    return `<pre data-whole="${at}"></pre>`
  })
  return replaceClosed(marked, '-->', /<!--[\s\S]*?-->\n*/g, () => '')
    .replace(/<input\b[^<>]*>/g, (box) => (/\bchecked\b/.test(box) ? '☑ ' : '☐ '))
    .replace(afterBlock, '$1')
    .replace(beforeClosing, '$1')
    .replace(lonePicture, (_, picture: string) => figure(`${picture}>`))
    .replace(/<(br|hr|img\b[^<>]*?)(?<!\s)\s*\/>/g, '<$1>')
    .replaceAll('<br>\n', '<br>')
    .replace(/<pre data-whole="(\d+)"><\/pre>/g, (_, at: string) => whole[Number(at)] ?? '')
    .trim()
}

/** After the last `end` (and a line break) each opening one would be searched for its end in vain. */
function replaceClosed(html: string, end: string, found: RegExp, change: (part: string) => string): string {
  const rest = html.lastIndexOf(end) + end.length + 1
  return html.slice(0, rest).replace(found, change) + html.slice(rest)
}

function figure(picture: string): string {
  const caption = / title="([^"]*)"/.exec(picture)?.[1]
  if (!caption) return `<figure>${picture}</figure>`
  return `<figure>${picture.replace(/ title="[^"]*"/, '')}<figcaption>${caption}</figcaption></figure>`
}

const noteList = (notes: ReturnType<typeof withoutNotes>['notes']): string =>
  `<ol>${notes
    .map(({ id, text }) => {
      const words = tidy(render(text)).replace(/^<p>([\s\S]*)<\/p>$/, '$1')
      return `<li id="note-${id}"><span>${words}</span> <a href="#note-${id}-ref">↩</a></li>`
    })
    .join('')}</ol>`
