import type { Language } from '#base/i18n/language'

type Pictured = { slug: string; version: number }

/** Where the picture is that is drawn for a shared link to a record; another one with each version of it. */
export const socialPicture = (section: string, { slug, version }: Pictured, language: Language): string =>
  `/social/${section}/${slug}/${language}-${version}.png`
