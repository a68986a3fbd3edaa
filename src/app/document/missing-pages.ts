import { contentKindNames, features } from '#app/features'
import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import { fillIn } from '#app/response-cache/origin-responses'
import type { Match } from '#app/shell/routes'
import type { Visit } from '#app/visit'
import { readAddress, inLanguage } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { defaultLanguage } from '#i18n/language'
import type { FindForward } from '#platform/feature'
import { switchOf } from './head-markup'
import { type PageTools, headersOf, movedAnswer, toAnswer } from './page-tools'
import { renderPage } from './render'

/** A placeholder for the path while the page is rendered; occurs nowhere else. */
const marker = 'b5f3c09e-not-found'

/** Answers paths without a page: with a redirect to the new address, or the 404 page. */
export function createMissingPages({
  services,
  site,
  data,
  obtain,
  pageOf,
  isThere,
  missingTagsOf,
  lostTagsOf,
}: PageTools) {
  const findForward = firstOf(features.flatMap(({ api }) => api?.forwards?.(services, contentKindNames) ?? []))

  /** The 404 page: rendered once for each type of path, with the path itself filled in afterwards. */
  async function answerLost(visit: Visit, match?: Match): Promise<CachedResponse | Response> {
    const response = await obtain(visit, visit.path, missingTagsOf(match), (asked) => movedOrLost(asked, undefined))
    visit.isMissing = response.status === 404
    return response
  }

  /** For a path without a page: a redirect to its new address while that exists, else 404. */
  async function movedOrLost(visit: Visit, match: Match | undefined): Promise<Answer | Response> {
    const found = await findForward(visit.path)
    const leads = found && (found.kind === 'manual' || (await isThere(found.to)))
    return leads ? movedAnswer(visit, found.to) : lostAnswer(visit, match)
  }

  async function lostAnswer(visit: Visit, match: Match | undefined): Promise<Answer | Response> {
    const { name, placeholder, path } = notFoundTemplate(visit.path, match)
    const template = await obtain(visit, `? ${name}`, lostTagsOf(match), async (asked) => {
      const page = await pageOf({ ...asked, path }, match, 'lost')
      const rendered = await renderPage({ ...page, missing: true }, data.fetch)
      return toAnswer(visit, 200, 'html' in rendered ? rendered.html : '', {})
    })
    const { scriptHash } = switchOf(await site.look())
    const lost = toAnswer(visit, 404, '', headersOf(visit, 'site', { scriptHash }))
    if (template instanceof Response) return lost
    const asked = Bun.escapeHTML(readAddress(visit.path).path)
    return { ...lost, bytes: fillIn(template.bytes, new RegExp(`(${placeholder})`), () => asked) }
  }

  return { findForward, answerLost, movedOrLost, lostAnswer }
}

export type MissingPages = ReturnType<typeof createMissingPages>

/** The first redirect that any of them finds. */
function firstOf(finds: readonly FindForward[]): FindForward {
  return async (path) => {
    for (const find of finds) {
      const found = await find(path)
      if (found) return found
    }
    return undefined
  }
}

/**
 * The template of the 404 page: `path` is rendered once and cached as `name`, and `placeholder` in it is then replaced by
 * the requested path. Paths of one section share a rendering, because the section's link is marked as the current one.
 */
function notFoundTemplate(path: string, match: Match | undefined): { name: string; path: string; placeholder: string } {
  const { pinned, path: rest } = readAddress(path)
  const section = Object.values(sitePaths).findLast((start) => rest.startsWith(start)) ?? sitePaths.home
  // Two segments if the section is unknown, because one could be a record's slug.
  const placeholder = `${section}${match ? '' : `${marker}/`}${marker}/`
  const address = inLanguage(placeholder, pinned ?? defaultLanguage)
  return { name: `${match?.route.path ?? 'unknown'} ${address}`, path: address, placeholder }
}
