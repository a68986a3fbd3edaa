import { LinkChecker, LinkState } from 'linkinator'
import type { Outcome } from './finding'
import type { Sent } from './read-site'

/** Every link, picture and fragment of the pages by linkinator; those to other sites only when asked to. */
export async function checkLinks(
  pages: Sent[],
  { origin, others }: { origin: string; others: boolean },
): Promise<Outcome> {
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
