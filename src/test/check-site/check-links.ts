import { LinkChecker, LinkState } from 'linkinator'
import type { Outcome } from './finding'
import type { Sent } from './read-site'

/** Checks every link, picture and fragment of the pages with linkinator; external ones only on request. */
export async function checkLinks(
  pages: Sent[],
  { origin, others }: { origin: string; others: boolean },
): Promise<Outcome> {
  // Linkinator throws without a page.
  if (pages.length === 0) return { findings: [], skipped: [] }
  const foreign = new Set<string>()
  const { links } = await new LinkChecker().check({
    path: pages.map(({ address }) => address),
    recurse: false,
    concurrency: 8,
    timeout: 15_000,
    checkFragments: true,
    linksToSkip: async (link) => {
      const own = new URL(link).origin === origin
      if (!own) foreign.add(link)
      return !own && !others
    },
  })
  return {
    findings: links
      .filter(({ state }) => state === LinkState.BROKEN)
      .map(({ url, status, parent }) => ({
        check: 'links',
        address: parent ?? url,
        message: `${url} answered ${status}`,
      })),
    skipped: others || foreign.size === 0 ? [] : [`links: ${foreign.size} to other sites (--others follows them)`],
  }
}
