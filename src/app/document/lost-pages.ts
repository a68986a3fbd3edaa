import type { Match } from '#app/shell/routes'
import { sitePaths } from '#base/paths'

/** Stands for the path while the page is rendered; no page says this otherwise. */
const marker = 'b5f3c09e-not-found'

/**
 * How the page for a path that leads nowhere is made: `path` is rendered once under `name`, and `placeholder` in it
 * then gives way to the path asked for. Paths of one section share a rendering, for its link is marked as the current
 * one.
 */
export function lostTemplate(
  path: string,
  match: Match | undefined,
): { name: string; path: string; placeholder: string } {
  const section = Object.values(sitePaths).findLast((start) => path.startsWith(start)) ?? sitePaths.home
  const placeholder = `${section}${marker}/`
  return { name: `${match?.route.path ?? 'unknown'} ${section}`, path: placeholder, placeholder }
}
