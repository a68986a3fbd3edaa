import { contentKindNames, features } from '#app/features'
import type { Answer, CachedResponse } from '#app/response-cache/response-cache'
import type { Match } from '#app/shell/routes'
import type { Visit } from '#app/visit'
import { readAddress, inLanguage } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { defaultLanguage } from '#i18n/language'
import type { FindForward } from '#platform/feature'
import { switchOf } from './head-markup'
import { type PageTools, headersOf, movedAnswer, toAnswer } from './page-tools'
import { renderPage } from './render'

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

  /** The 404 page, which is rendered once for each type of path and does not contain the path itself. */
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
    const path = templatePath(visit.path, match)
    const template = await obtain(
      visit,
      `? ${match?.route.path ?? 'unknown'} ${path}`,
      lostTagsOf(match),
      async (asked) => {
        const page = await pageOf({ ...asked, path }, match, 'lost')
        const rendered = await renderPage({ ...page, missing: true }, data.fetch)
        return toAnswer(visit, 200, 'html' in rendered ? rendered.html : '', {})
      },
    )
    const { scriptHash } = switchOf(await site.look())
    const lost = toAnswer(visit, 404, '', headersOf(visit, 'site', { scriptHash }))
    return template instanceof Response ? lost : { ...lost, bytes: template.bytes }
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
 * The path for which a 404 page is rendered. Paths of one section share a rendering, because the section's link is marked
 * as the current one.
 */
function templatePath(path: string, match: Match | undefined): string {
  const { pinned, path: rest } = readAddress(path)
  const section = Object.values(sitePaths).findLast((start) => rest.startsWith(start)) ?? sitePaths.home
  // Two segments if the section is unknown, because one could be a record's slug.
  return inLanguage(`${section}${match ? '' : 'not-found/'}not-found/`, pinned ?? defaultLanguage)
}
