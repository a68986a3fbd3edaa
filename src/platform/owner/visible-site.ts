import type { Announcement, MenuEntry, MenuLink, SiteValues } from '#contract/site'

/**
 * The site's values as visitors see them: menu entries of live pages, and the announcement while it is in force. Children
 * of an omitted entry move up to its level.
 */
export async function visibleTo(
  visitors: { isLive(path: string): Promise<boolean>; now: number },
  values: SiteValues,
): Promise<SiteValues> {
  const isShown = async ({ href }: MenuLink) => !href.startsWith('/') || (await visitors.isLive(href))
  const entries = await Promise.all(
    values.navigation.map(async (entry): Promise<MenuEntry[]> => {
      const children = await only(entry.children, isShown)
      return (await isShown(entry)) ? [{ ...entry, children }] : children.map((child) => ({ ...child, children: [] }))
    }),
  )
  return {
    ...values,
    navigation: entries.flat(),
    announcement: isInForce(values.announcement, visitors.now) ? values.announcement : null,
  }
}

const isInForce = (announcement: Announcement | null, now: number): boolean =>
  announcement !== null &&
  (announcement.from === null || Date.parse(announcement.from) <= now) &&
  (announcement.until === null || Date.parse(announcement.until) > now)

async function only<Item>(items: readonly Item[], fits: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const fitting = await Promise.all(items.map(fits))
  return items.filter((_, index) => fitting[index])
}
