import type { LibraryPicture, Pictures } from '#contract/picture-variants'
import type { Database } from '#platform/db/database'
import type { CacheTag } from '#platform/events/events'
import type { ContentKind } from '#platform/feature'
import { withLowPriority } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import type { Check } from '#records/checks/contract'
import { type CheckedRecord, type CheckFacts, findChecks, linkTargets, pictureUrls } from './find-checks'

/** What the checks ask of other features. */
export type CheckPorts = {
  kinds: readonly ContentKind[]
  /** Those of these links that lead nowhere or elsewhere. */
  findFaultyLinks(
    services: Services,
    urls: readonly string[],
    origin: string,
  ): Promise<NonNullable<CheckFacts['links']>>
  /** Changes whenever the check of external links has stored another result. */
  readLinksVersion(db: Database): Promise<string>
  /** The kinds on which the results depend, besides external links. */
  tags(): readonly CacheTag[]
  /** The pictures of the library among these URLs. */
  findPictures(services: Services, urls: readonly string[]): Promise<Pictures>
  /** Whether a text came with a template or an empty site, and nobody has changed it. */
  isUntouched: (text: string) => boolean
}

/** Milliseconds that a check may wait for the database. */
export const timeout = 5000

/** What could be better in one record, stored or not. */
export async function checkValues(
  services: Services,
  ports: CheckPorts,
  record: CheckedRecord,
  origin: string,
  marks?: CheckFacts['translation'],
): Promise<Check[]> {
  return withLowPriority(timeout, async () =>
    findChecks(record, {
      links: await ports.findFaultyLinks(services, linkTargets(record), origin),
      ...pictureFacts(await ports.findPictures(services, pictureUrls(record))),
      isUntouched: ports.isUntouched,
      translation: marks,
      now: new Date(),
    }),
  )
}

export function pictureFacts(pictures: Pictures): Pick<CheckFacts, 'sizes' | 'described'> {
  const known = Object.entries(pictures).flatMap(([url, picture]) => (picture ? [{ url, picture }] : []))
  const isDescribed = ({ alt, decorative }: LibraryPicture) => decorative || Object.values(alt).some(Boolean)
  return {
    sizes: new Map(known.flatMap(({ url, picture }) => (picture.sort === 'drawing' ? [] : [[url, picture]]))),
    described: new Set(known.flatMap(({ url, picture }) => (isDescribed(picture) ? [url] : []))),
  }
}
