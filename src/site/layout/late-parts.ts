import type { Site } from '#contract/site'
import { late } from '#ui/late'

// What the frame of a page has only where its owner wants it.
export const Announcement = late(async () => (await import('./announcement')).Announcement)
export const OwnLinks = late(async () => (await import('./navigation/own-links')).OwnLinks)

/** Before a page is rendered, on either side: its frame waits for nothing then. */
export const preloadFrame = ({ announcement, navigation }: Site) =>
  Promise.all([announcement && Announcement.preload(), navigation && OwnLinks.preload()])
