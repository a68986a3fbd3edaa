import type { Match } from '#app/shell/routes'
import { inLanguage, readAddress } from '#i18n/addresses/href'
import { defaultLanguage } from '#i18n/language'
import { sitePaths } from '#i18n/addresses/paths'

/** Stands for the path while the page is rendered; no page says this otherwise. */
const marker = 'b5f3c09e-not-found'

/**
 * How the page for a path that leads nowhere is made: `path` is rendered once under `name`, and `placeholder` in it
 * then gives way to the path asked for, which all languages share. Paths of one section share a rendering, for its link is marked as the current
 * one.
 */
export function lostTemplate(
  path: string,
  match: Match | undefined,
): { name: string; path: string; placeholder: string } {
  const { pinned, path: rest } = readAddress(path)
  const section = Object.values(sitePaths).findLast((start) => rest.startsWith(start)) ?? sitePaths.home
  // Of no kind, where it is not said of which: one part would be taken for a record's name.
  const placeholder = `${section}${match ? '' : `${marker}/`}${marker}/`
  const address = inLanguage(placeholder, pinned ?? defaultLanguage)
  return { name: `${match?.route.path ?? 'unknown'} ${address}`, path: address, placeholder }
}
