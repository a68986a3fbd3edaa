import { slugify } from '#text/slugs/slug'

/** Whether an address leads to a file of the zip. */
export type IsFile = (address: string) => boolean

const picture = /\.(?:avif|bmp|gif|hei[cf]|jpe?g|png|svg|tiff?|webp)$/i
const size = /^\s*\d+(?:x\d+)?\s*$/
const comment = /(?<![\w%])%%(?!%)[\s\S]*?%%(?!%)/g
const highlight = /(?<![=\w])==(?=[^\s=])([^=\n]{1,1000})(?<=\S)==(?![=\w])/g
const sizedPicture = /(!\[[^[\]|\n]{0,1000})\|\d+(?:x\d+)?(?=\]\()/g
const blockId = /[ \t]\^[a-z\d]{6}[ \t]*$/gm
const wikiLink = /(?<!\\)(!?)\[\[([^[\]|#\n]{0,300})(#[^[\]|\n]{0,300})?(?:\|([^[\]\n]{0,500}))?\]\](?![([])/g

/** Replaces the marks of Obsidian outside of code: `[[Note|words]]`, `![[picture.png|300]]`, `==words==`, `%%comment%%`. */
export const replaceObsidian = (text: string, isFile: IsFile): string =>
  text
    .replace(comment, '')
    .replace(highlight, '<mark>$1</mark>')
    .replace(sizedPicture, '$1')
    .replace(blockId, '')
    .replace(wikiLink, (written: string, mark: string, name: string, part = '', label?: string) =>
      linkOf({ target: nameIn(name), part: nameIn(part), label, isShown: mark !== '', isFile }, written),
    )

/** In a table, a backslash is before the bar. */
const nameIn = (written: string) => written.replace(/\\$/, '').trim()

type WikiLink = { target: string; part: string; label?: string; isShown: boolean; isFile: IsFile }

function linkOf({ target, part, label, isShown, isFile }: WikiLink, written: string): string {
  if (isShown && picture.test(target)) {
    const words = (label ?? '').split('|').filter((word) => !size.test(word))
    return `![${words.join(' ')}](${destination(target)})`
  }
  const file = target === '' ? target : [`${target}.md`, target].find(isFile)
  const headings = part.startsWith('#^') ? [] : part.split('#').slice(1)
  const shown = label?.trim() || [target, ...headings].filter(Boolean).join(' › ')
  // Numbers in brackets may be anything.
  if (shown === '' || (file === undefined && /^[\d\s,.;+-]+$/.test(target))) return written
  if (file === undefined) return shown
  return `[${shown}](${destination(file + (headings.length === 0 ? '' : `#${slugify(headings.at(-1)!)}`))})`
}

const destination = (address: string) => `<${address.replaceAll(/[<>]/g, '')}>`
