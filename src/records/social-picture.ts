import type { Language } from '#i18n/language'
import type { Pictures } from '#contract/picture-variants'

type Pictured = { slug: string; version: number; imageUrl: string; pictures?: Pictures }

export type SocialType = 'jpg' | 'png'

/** A drawing is small and sharp as PNG; whatever else is in the library may be a photograph. */
export function socialType({ imageUrl, pictures }: Pick<Pictured, 'imageUrl' | 'pictures'>): SocialType {
  const sort = pictures?.[imageUrl]?.sort
  return sort && sort !== 'drawing' ? 'jpg' : 'png'
}

/** Where the picture is that is drawn for a shared link to a record; another one with each version of it. */
export const socialPicture = (section: string, record: Pictured, language: Language): string =>
  `/social/${section}/${record.slug}/${language}-${record.version}.${socialType(record)}`
