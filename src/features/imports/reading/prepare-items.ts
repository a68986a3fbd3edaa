import type { ImportedRecord } from '../payload'
import { baseOf } from '../run/old-addresses'
import { cleanHtml } from '../run/rewrite'
import type { ReadItem } from '../store'
import { createKeys } from './distinct-keys'
import { replaceEmbedded } from './embedded'
import type { SentFile } from './reader'
import { storable } from './storable'

/** Characters of the texts that the site stores; the rest is cut off, and reported. */
const longestTitle = 200
const longest = [
  ['title', longestTitle],
  ['excerpt', 1000],
  ['category', 100],
  ['author', 100],
  ['imageAlt', 1000],
] as const
const longestSlug = 1000
const longestPath = 2048

type Options = {
  /** The hosts of the old site. */
  host: string
  /** Characters of a text that the site stores. */
  longestText: number
  skip: SentFile['skip']
}

/**
 * The items as they are stored, each with a key of its own: with clean HTML, without those whose text the site cannot
 * store.
 */
export async function* prepareItems(
  items: AsyncIterable<ReadItem>,
  { host, longestText, skip }: Options,
): AsyncGenerator<ReadItem> {
  const keyOf = createKeys()
  for await (const read of items) {
    const item = storable(read)
    if (!('html' in item.payload)) yield { ...item, key: keyOf(item) }
    else if (item.payload.html.length > mostRaw(longestText)) skip({ title: shown(item), why: 'tooLong' })
    else {
      const { html, lost } = replaceEmbedded(
        item.payload.html,
        host === '' ? undefined : baseOf({ host }, item.payload),
      )
      for (const name of lost) skip({ title: shown(item), why: 'player', values: { name: name.slice(0, 200) } })
      const clean = cleanHtml(html)
      if (clean.length > longestText) skip({ title: shown(item), why: 'tooLong' })
      else yield { ...bounded(item, { ...item.payload, html: clean }, skip), key: keyOf(item) }
    }
  }
}

/** What a conversion is tried with: the comments of editors go. */
const mostRaw = (longestText: number) => 4 * longestText

const shown = ({ title, key }: ReadItem) => title.slice(0, longestTitle) || key

function bounded(item: ReadItem, payload: ImportedRecord, skip: SentFile['skip']): ReadItem {
  const cut = { ...payload, slug: payload.slug.slice(0, longestSlug) }
  for (const [name, most] of longest) {
    if (payload[name].length <= most) continue
    cut[name] = payload[name].slice(0, most).toWellFormed()
    skip({
      title: shown(item),
      why: 'shortened',
      values: { name: payload[name].slice(0, 40).toWellFormed(), count: most },
    })
  }
  if (payload.image.length > longestPath) {
    cut.image = ''
    skip({ title: shown(item), why: 'elsewhere' })
  }
  cut.paths = payload.paths.filter((path) => path.length <= longestPath)
  return { ...item, title: item.title.slice(0, longestTitle).toWellFormed(), payload: cut }
}
