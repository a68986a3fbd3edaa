import type { Site } from '#contract/site'
import { late } from '#ui/late'

// Optional parts of the page frame, loaded only if the owner uses them.
export const Announcement = late(async () => (await import('./announcement')).Announcement)
export const OwnLinks = late(async () => (await import('./own-links')).OwnLinks)

/** Called before rendering, on server and client, so that the frame does not suspend. */
export const preloadFrame = ({ announcement, navigation }: Site) =>
  Promise.all([announcement && Announcement.preload(), navigation && OwnLinks.preload()])
