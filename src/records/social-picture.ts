import type { Language } from '#i18n/language'
import type { Pictures } from '#contract/picture-variants'
import { isRecord } from '#text/parse-json'

type Pictured = { imageUrl?: string; blocks?: unknown; pictures?: Pictures }

export type SocialType = 'jpg' | 'png'

/** The lead picture of a record: its own, or the first in its blocks; '' without any. */
export const leadPicture = ({ imageUrl, blocks }: Pick<Pictured, 'imageUrl' | 'blocks'>): string =>
  imageUrl ?? firstPicture(blocks) ?? ''

/** A drawing is small and sharp as PNG; other pictures of the library may be photographs. */
export function socialType(record: Pictured): SocialType {
  const sort = record.pictures?.[leadPicture(record)]?.sort
  return sort && sort !== 'drawing' ? 'jpg' : 'png'
}

/** The URL of the social image generated for a record; it changes with each version. */
export const socialPicture = (
  section: string,
  record: Pictured & { slug: string; version: number },
  language: Language,
): string => `/social/${section}/${encodeURIComponent(record.slug)}/${language}-${record.version}.${socialType(record)}`

/** The names of picture fields in all block types. */
const names = ['src', 'picture', 'photo']

function firstPicture(value: unknown): string | undefined {
  if (Array.isArray(value)) return firstOf(value)
  if (!isRecord(value)) return undefined
  const own = names.map((name) => value[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof own === 'string' ? own : firstOf(Object.values(value))
}

const firstOf = (values: readonly unknown[]): string | undefined =>
  values.reduce<string | undefined>((found, value) => found ?? firstPicture(value), undefined)
