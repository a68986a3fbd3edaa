import { cleanLanguage } from './language-tag'
import { cleanSizes, cleanSrcset } from './srcset'
import { cleanText } from './characters'
import { isDatetime } from './datetime'
import type { Attribute } from './node'
import { cleanUrl } from './url'

/** Returns the value to store; undefined removes the attribute. */
type Rule = (value: string) => string | undefined
type Given = { name: string; value: string }

const any: Rule = (value) => value
const integer: Rule = (value) => (/^-?\d+$/.test(value) ? value : undefined)
const pixels: Rule = (value) => /^\s*(\d+)(?:px)?\s*$/.exec(value)?.[1]
const count =
  (least: number, most: number): Rule =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most ? value : undefined
const oneOf =
  (...words: string[]): Rule =>
  (value) =>
    words.find((word) => word === value.toLowerCase())
const pattern =
  (allowed: RegExp): Rule =>
  (value) =>
    allowed.test(value) ? value : undefined
const link: Rule = (value) => cleanUrl(value, ['http', 'https', 'mailto', 'tel'])
const webLink: Rule = (value) => cleanUrl(value, ['http', 'https']) || undefined
const target = pattern(/^(?:_(?:blank|self|parent|top)|[a-z\d][\w-]*)$/i)
const codeLanguage: Rule = (value) =>
  value
    .split(/\s+/)
    .filter((name) => name.startsWith('language-'))
    .join(' ') || undefined
const cell = { colspan: count(1, 1000), rowspan: count(0, 65_534) }

/** The ids of footnotes and their references; no other id is allowed in content, because the page has ids of its own. */
const noteId = /^note-[a-z\d]{1,20}(?:-ref)?$/

const everywhere: Record<string, Rule> = { lang: cleanLanguage, dir: oneOf('ltr', 'rtl', 'auto'), title: any }

const rules: Record<string, Record<string, Rule>> = {
  a: { href: link, hreflang: (value) => cleanLanguage(value) || undefined, target, rel: any },
  img: {
    src: webLink,
    srcset: cleanSrcset,
    sizes: any,
    alt: any,
    width: pixels,
    height: pixels,
    loading: oneOf('lazy', 'eager'),
    decoding: oneOf('sync', 'async', 'auto'),
  },
  ol: { start: integer, reversed: () => '', type: pattern(/^[1aAiI]$/) },
  li: { value: integer, id: pattern(noteId) },
  sup: { id: pattern(noteId) },
  time: { datetime: (value) => (isDatetime(value) ? value : undefined) },
  blockquote: { cite: link },
  q: { cite: link },
  details: { open: () => '' },
  col: { span: count(1, 1000) },
  colgroup: { span: count(1, 1000) },
  td: cell,
  th: { ...cell, scope: oneOf('row', 'col', 'rowgroup', 'colgroup'), abbr: any },
  code: { class: codeLanguage },
  pre: { class: codeLanguage },
}

/** The allowed attributes of an element with valid values. */
export function cleanAttributes(tag: string, given: Given[]): Attribute[] {
  if (given.length === 0 && tag !== 'img') return []
  const own = rules[tag] ?? {}
  const kept = given.flatMap(({ name, value }): Attribute[] => {
    const rule = Object.hasOwn(own, name) ? own[name] : Object.hasOwn(everywhere, name) ? everywhere[name] : undefined
    const clean = rule?.(cleanText(value))
    return clean === undefined ? [] : [[name, clean]]
  })
  if (tag === 'a') return safeLink(kept)
  return tag === 'img' ? wholePicture(kept) : kept
}

/** Adds `noopener` to links that open a new tab; removes the target of an anchor without a link. */
function safeLink(attributes: Attribute[]): Attribute[] {
  const isLink = attributes.some(([name]) => name === 'href')
  const opensTab = attributes.some(([name, value]) => name === 'target' && value.toLowerCase() === '_blank')
  if (!isLink) return attributes.filter(([name]) => !['hreflang', 'target', 'rel'].includes(name))
  if (!opensTab) return attributes
  const others = attributes.filter(([name]) => name !== 'target' && name !== 'rel')
  return [...others, ['target', '_blank'], ['rel', 'noopener noreferrer']]
}

/** Adds an empty alternative text to a picture without one. */
function wholePicture(attributes: Attribute[]): Attribute[] {
  const srcset = attributes.find(([name]) => name === 'srcset')?.[1]
  const given = attributes.find(([name]) => name === 'sizes')?.[1]
  const sizes = srcset === undefined ? undefined : cleanSizes(given, srcset)
  const kept = attributes.flatMap(([name, value]): Attribute[] => {
    if (name !== 'sizes') return [[name, value]]
    return sizes === undefined ? [] : [[name, sizes]]
  })
  return [
    ...kept,
    ...(sizes !== undefined && given === undefined ? [['sizes', sizes] as const] : []),
    ...(kept.some(([name]) => name === 'alt') ? [] : [['alt', ''] as const]),
  ]
}
