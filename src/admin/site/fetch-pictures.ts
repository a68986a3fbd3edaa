import type { QueryClient } from '@tanstack/react-query'
import { mediaItemQuery } from '#features/media/queries'
import type { SiteAnswer } from '#features/settings/site/contract'
import { type PictureUrls, picturesOf } from './site-values'

/** The URLs of the site's pictures; deleted ones are absent. */
export async function fetchPictures(client: QueryClient, site: SiteAnswer): Promise<PictureUrls> {
  const items = await Promise.all(
    picturesOf(site).map((id) => client.fetchQuery({ ...mediaItemQuery(id), retry: false }).catch(() => undefined)),
  )
  return Object.fromEntries(items.flatMap((item) => (item ? [[item.id, item.url]] : [])))
}
