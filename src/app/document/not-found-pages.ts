import type { Match } from '#app/shell/routes'
import { inLanguage, readAddress } from '#i18n/addresses/href'
import { defaultLanguage } from '#i18n/language'
import { sitePaths } from '#i18n/addresses/paths'

/** A placeholder for the path while the page is rendered; occurs nowhere else. */
const marker = 'b5f3c09e-not-found'

/**
 * The template of the 404 page: `path` is rendered once and cached as `name`, and `placeholder` in it is then replaced by
 * the requested path. Paths of one section share a rendering, because the section's link is marked as the current one.
 */
export function notFoundTemplate(
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
