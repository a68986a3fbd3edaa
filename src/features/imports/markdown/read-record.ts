import { inLanguage } from '#i18n/addresses/href'
import { isRecord } from '#text/parse-json'
import { fromMarkdown } from '#text/markdown/from-markdown'
import { slugify } from '#text/slug'
import { plainText } from '../reading/plain-text'
import type { SentFile } from '../reading/reader'
import { toUtc } from '../reading/utc'
import type { ImportedRecord } from '../payload'
import { recordTypes, type ReadItem } from '../store'
import { factsOf, type FileFacts } from './facts-of-file'
import { readFrontMatter } from './front-matter'
import { insideAddress } from './inside'
import { type FilePlace, placeOfFile } from './place-of-file'
import { replaceTags } from './site-tags'

type MarkdownFile = {
  name: string
  text: string
  /** Part of this site's own export. */
  isOwn: boolean
  find: (address: string, from: string) => string | undefined
}

/** The record in a file; undefined for a skipped file, which is reported. */
export function readRecord(file: MarkdownFile, skip: SentFile['skip']): ReadItem | undefined {
  const { facts: given, text, isBroken } = readFrontMatter(file.text.replaceAll('\r\n', '\n'))
  const place = placeOfFile(file.name)
  const facts = factsOf(given)
  const remark = (title: string, why: string, values?: Record<string, string>) => skip({ title, why, values })
  if (place.isList) return void (text.trim() === '' ? undefined : remark(file.name, 'list'))
  if (place.foreign !== undefined) return void remark(file.name, 'languageLeftOut', { name: place.foreign })
  if (isBroken) remark(file.name, 'frontMatter')
  const { html, removed, heading } = htmlOf(file, text, facts)
  const title = facts.title.replaceAll(/\s*\n\s*/g, ' ') || heading || nameOf(place.slug)
  for (const name of removed) remark(title, 'shortcode', { name })
  if (facts.foreign !== undefined) remark(title, 'language', { name: facts.foreign })
  if (facts.wrongDate !== undefined) remark(title, 'date', { name: facts.wrongDate })
  const language = facts.language ?? place.language ?? (file.isOwn ? 'en' : undefined)
  const payload: ImportedRecord = {
    title,
    slug: facts.slug || slugify(place.slug),
    html,
    excerpt: facts.description,
    category: facts.category,
    author: facts.author,
    image: imageOf(file, facts),
    imageAlt: facts.imageAlt,
    publishedAt:
      facts.date ??
      (facts.wrongDate === undefined && place.date !== undefined ? toUtc(`${place.date}T00:00:00Z`) : null),
    status: facts.status ?? (place.isDraft || facts.wrongDate !== undefined ? 'draft' : 'published'),
    metadata: {},
    paths: [
      insideAddress(file.name),
      ...facts.paths,
      ...(place.path === undefined || file.isOwn ? [] : [inLanguage(place.path, language ?? 'en')]),
    ],
    language,
    ...(file.isOwn ? { own: ownOf(given) } : {}),
  }
  return {
    type: typeOf(facts, place),
    key: facts.translationKey === '' ? place.key : `key ${facts.translationKey}`,
    title,
    language,
    payload,
  }
}

function typeOf({ layout }: FileFacts, { type }: FilePlace) {
  return (
    recordTypes.find((one) => one === layout) ?? (/^(?:single|about)$/.test(layout) && type !== 'post' ? 'page' : type)
  )
}

/** Removes a heading that repeats the title. */
function htmlOf({ name, isOwn, find }: MarkdownFile, text: string, { title }: FileFacts) {
  const { text: plain, removed } = isOwn ? { text, removed: [] } : replaceTags(text, name.endsWith('.mdx'))
  const whole = fromMarkdown(plain)
  const [first, inside = ''] = /^\s*<h1[^>]*>([\s\S]*?)<\/h1>/.exec(whole) ?? []
  const heading = isOwn ? '' : plainText(inside)
  const isTitle = first !== undefined && heading !== '' && (title === '' || heading === title)
  return { html: withFiles(isTitle ? whole.slice(first.length) : whole, { name, find }), removed, heading }
}

/** Resolves links to pictures and documents in the archive. */
const withFiles = (html: string, { name, find }: Pick<MarkdownFile, 'name' | 'find'>): string =>
  html.replace(/<(?:img|a)\s[^<>]*>/g, (tag) =>
    tag.replace(/ (src|href)="([^"]*)"/g, (whole, attribute: string, address: string) => {
      const found = find(address.replaceAll('&amp;', '&'), name)
      if (found === undefined) return whole
      const fragment = /#.*$/.exec(address)?.[0] ?? ''
      return ` ${attribute}="${insideAddress(found)}${fragment}"`
    }),
  )

function imageOf({ name, find }: MarkdownFile, { image }: FileFacts): string {
  const found = image === '' ? undefined : find(image, name)
  return found === undefined ? image : insideAddress(found)
}

/** Fields that only this site has, unchanged. */
const ownOf = (given: Readonly<Record<string, unknown>>) => {
  const { type, excerpt, isFeatured, githubUrl, demoUrl, metadata, blocks } = given
  const texts = Object.entries({ type, excerpt, githubUrl, demoUrl }).filter(([, value]) => typeof value === 'string')
  return {
    ...Object.fromEntries(texts),
    ...(typeof isFeatured === 'boolean' ? { isFeatured } : {}),
    ...(isRecord(metadata) ? { metadata } : {}),
    ...(Array.isArray(blocks) || isRecord(blocks) ? { blocks } : {}),
  }
}

const nameOf = (slug: string): string =>
  slug
    .replaceAll(/[-_]+/g, ' ')
    .trim()
    .replace(/^./u, (letter) => letter.toUpperCase())
