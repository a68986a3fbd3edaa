import { and, inArray, isNull } from 'drizzle-orm'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { changeTexts } from '#text/change-texts'
import { isRecord, parseJson } from '#text/parse-json'
import { media } from './table'
import { isOwn, namedIn } from './uses/named'

/** Removes references to deleted and trashed pictures from a response; returns the same object where there are none. */
export async function removeDeletedPictures(
  db: Database,
  site: Pick<Config, 'siteUrl' | 'formerHosts'>,
  answer: unknown,
): Promise<unknown> {
  const ownIn = (value: unknown) => namedIn(value).flatMap((named) => (isOwn(named, site) ? [named.id] : []))
  const ids = [...new Set(ownIn(answer))]
  if (ids.length === 0) return answer
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, ids), isNull(media.trashedAt)))
  const there = new Set(rows.map(({ id }) => id))
  const gone = new Set(ids.filter((id) => !there.has(id)))
  if (gone.size === 0) return answer
  return without(answer, (text) => ownIn(text).some((id) => gone.has(id)))
}

/** `isGone`: whether a text refers to a missing picture. */
type IsGone = (text: string) => boolean

const without = (value: unknown, isGone: IsGone) =>
  changeTexts(value, (text) => (isGone(text) ? textWithout(text, isGone) : text))

function textWithout(text: string, isGone: IsGone): string {
  const packed = text.trimStart().startsWith('{') ? parseJson(text) : undefined
  if (isRecord(packed)) return JSON.stringify(without(packed, isGone))
  // A field that is just a URL.
  if (!/[\s<>]/.test(text)) return ''
  const cleared = text.replaceAll(figures, (figure) => {
    const rest = withoutTags(figure, isGone)
    return rest === figure || shows.test(rest) ? rest : ''
  })
  return withoutTags(cleared, isGone).replaceAll(/<p(?: [^\s"=>]+="[^"]*")*>\s*<\/p>/g, '')
}

/** As written by the sanitizer: every value in double quotes. */
const tags = /<(?:img|source)(?: [^\s"=>]+="[^"]*")*>/g
const figures = /<figure(?: [^\s"=>]+="[^"]*")*>(?:(?!<\/figure>)[\s\S])*<\/figure>/g
/** Content of a figure besides its caption. */
const shows = /<(?:img|table|pre|video|iframe|blockquote|svg)\b/

const withoutTags = (html: string, isGone: IsGone) => html.replaceAll(tags, (tag) => (isGone(tag) ? '' : tag))
