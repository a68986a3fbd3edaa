import { splitAtElements } from './whole-elements'

const block =
  '(?:table|thead|tfoot|caption|col|colgroup|tbody|tr|td|th|div|dl|dd|dt|ul|ol|li|pre|form|blockquote|address|style|p|h[1-6]|hr|fieldset|legend|section|article|aside|hgroup|header|footer|nav|figure|figcaption|details|summary|iframe|video|audio|object)'
const opening = new RegExp(`<${block}(?=[\\s/>])[^<>]*>`, 'gi')
const closing = new RegExp(`</${block}\\s*>`, 'gi')
const startsWithBlock = new RegExp(`^</?${block}(?=[\\s/>])[^>]*>`, 'i')
const endsWithBlock = new RegExp(`</?${block}(?=[\\s/>])[^<>]*>$`, 'i')
const whole = ['pre', 'script', 'style', 'textarea']
const holder = '(?:div|blockquote|section|article|aside|header|footer)'
const held = new RegExp(`^((?:<${holder}(?=[\\s/>])[^>]*>\\s*)*)([\\s\\S]*?)((?:</${holder}\\s*>\\s*)*)$`, 'i')

/**
 * Adds paragraphs, which the classic editor does not store: blank lines separate them, single line breaks become `br`.
 * Open inline elements are closed by the parser at block boundaries. Every pattern takes linear time.
 */
export function partParagraphs(text: string): string {
  const kept: string[] = []
  const marked = splitAtElements(text.replaceAll(/\r\n?/g, '\n'), whole)
    .map((part) => (part.isWhole ? `\n\n<pre data-whole="${kept.push(part.text) - 1}"></pre>\n\n` : part.text))
    .join('')
    .replaceAll(/<[^<>]*>/g, (tag) => tag.replaceAll('\n', ' '))
    .replaceAll(/<br\s*\/?>[ \t\n]*<br\s*\/?>/gi, '\n\n')
    .replace(opening, '\n\n$&')
    .replace(closing, '$&\n\n')
    .replaceAll(/<hr\b[^<>]*>/gi, '$&\n\n')
  const parted = marked.split(/\n[ \t]*\n/).flatMap((part) => paragraph(part.trim()))
  return parted.join('\n').replace(/<pre data-whole="(\d+)"><\/pre>/g, (_, at: string) => kept[Number(at)] ?? '')
}

/** Such as `<!--more-->`. */
const onlyComments = /^(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/

function paragraph(part: string): string[] {
  if (part === '' || onlyComments.test(part)) return []
  if (/^https?:\/\/[^\s<>"]+$/.test(part)) return [`<p><a href="${part}">${part}</a></p>`]
  const [, before = '', inside = '', after = ''] = held.exec(part) ?? []
  const broken = withBreaks(inside.trim())
  if (broken === '' || startsWithBlock.test(broken) || endsWithBlock.test(broken)) return [`${before}${broken}${after}`]
  return [`${before}<p>${broken}</p>${after}`]
}

/** Blanks at the ends of lines are dropped, and an existing `br` is not doubled. */
const withBreaks = (text: string): string =>
  text
    .split('\n')
    .map((line, index, { length }) =>
      index === length - 1 ? line : `${line.trimEnd().replace(/<br\s*\/?>$/i, '')}<br>`,
    )
    .join('\n')
