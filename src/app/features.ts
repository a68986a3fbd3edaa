import { existsSync } from 'node:fs'
import { auth } from '#auth/feature'
import { assetsFeature } from '#platform/assets/feature'
import type { Kind } from '#platform/events/events'
import type { MakePreview } from '#platform/feature'
import { system } from '#platform/system/feature'
import { writes } from '#platform/writes/feature'
import { activity } from '#features/activity/feature'
import { samplesFeature } from '#app/samples/feature'
import { checklist } from '#features/checklist/feature'
import { checksFeature } from '#features/checks/feature'
import { customPages, findHomeCustomPage, isUntouchedText } from '#features/custom-pages/feature'
import { findFeature } from '#features/find/feature'
import { importsFeature } from '#features/imports/feature'
import { findFaultyLinks, linksFeature, readLinksVersion } from '#features/links/feature'
import { checkSitePictures, importLibrary, mediaFeature, withPictures } from '#features/media/feature'
import { messages } from '#features/messages/feature'
import { namingNewsletters, newslettersFeature } from '#features/newsletters/feature'
import { visits } from '#features/visits/feature'
import { overviewFeature } from '#features/overview/feature'
import { outbox } from '#features/outbox/feature'
import { pageContents } from '#features/page-contents/feature'
import { findNewsletterPost, listPostTitles, posts } from '#features/posts/feature'
import { privacy } from '#features/privacy/feature'
import { projects } from '#features/projects/feature'
import { importRedirects, redirects } from '#features/redirects/feature'
import { searchFeature } from '#features/search/feature'
import { settingsFeature } from '#features/settings/feature'
import { addressReaders, markBounced, selectReaders, waitlistFeature } from '#features/waitlist/feature'
import { webhooks } from '#features/webhooks/feature'
import { historyFeature, presence, type RecordFeature } from '#records/feature'
import { fileAt } from '#app/manifest'
import type { Database } from '#platform/db/database'
import { backupsFeature } from './backups/feature'
import type { Services } from '#platform/services'

const ownPicture = /^\/images\/[\w-]+\.(?:avif|gif|jpe?g|png|svg|webp)$/

/** The picture at a path: an item of the library, or one of those built in. */
const locatePicture =
  <Located>(inLibrary: (db: Database, path: string) => Promise<Located | undefined>) =>
  async (db: Database, path: string): Promise<Located | { name: string; path: string } | undefined> => {
    if (!ownPicture.test(path)) return inLibrary(db, path)
    const file = fileAt(`public${path}`)
    return existsSync(file) ? { name: path.slice(1), path: file } : undefined
  }

const content: readonly RecordFeature[] = [posts, projects, pageContents, customPages]
const kinds = content.flatMap((feature) => feature.content?.kinds ?? [])
const settings = settingsFeature({ checkPictures: checkSitePictures, findHomeCustomPage })
const naming = [...kinds, ...(settings.content?.kinds ?? [])]
const media = mediaFeature([...naming.flatMap((kind) => kind.naming ?? []), namingNewsletters])
/** The kinds whose records contain links or are their targets. */
const linked = [...naming, ...(media.content?.kinds ?? [])]
const newsletters = newslettersFeature({
  titles: listPostTitles,
  async post({ db, config }, id) {
    const post = await findNewsletterPost(db, id)
    return post && withPictures(db, config, post)
  },
  pictures: async ({ db, config }, html) => (await withPictures(db, config, { html })).pictures,
  readers: selectReaders,
  address: addressReaders,
  markBounced,
})

/**
 * All features of the site; nothing else enumerates them. The order matters: features with records of people come before
 * those that refer to such records (mail, activity).
 */
export const features: readonly RecordFeature[] = [
  ...content,
  media,
  waitlistFeature(withPictures),
  messages,
  redirects,
  importsFeature({
    records: kinds.flatMap(({ importing }) => importing ?? []),
    library: { ...importLibrary, locate: locatePicture(importLibrary.locate) },
    redirects: importRedirects,
  }),
  linksFeature(linked),
  checksFeature({
    kinds: naming,
    findFaultyLinks: (services, urls, origin) => findFaultyLinks(services, linked, { urls, origin }),
    readLinksVersion,
    tags: () => contentKindNames,
    findPictures: async ({ db, config }, urls) => (await withPictures(db, config, { urls })).pictures ?? {},
    isUntouched: isUntouchedText,
  }),
  visits,
  outbox,
  newsletters,
  webhooks,
  settings,
  samplesFeature(kinds.flatMap(({ importing }) => importing ?? [])),
  activity,
  overviewFeature(kinds.flatMap(({ overview }) => overview ?? [])),
  privacy(() => features),
  checklist(() => features),
  searchFeature(kinds.flatMap(({ findable }) => findable ?? [])),
  findFeature(
    kinds.flatMap((kind) => kind.naming ?? []),
    () => features,
  ),
  historyFeature(naming),
  presence(() => Object.keys(previewers)),
  auth,
  writes,
  assetsFeature,
  system,
  backupsFeature,
]

/** The kinds that public responses can depend on. */
export const contentKinds = features.flatMap((feature) => feature.content?.kinds ?? [])
export const contentKindNames: readonly Kind[] = contentKinds.map(({ name }) => name)

/** The kinds that every public response with records depends on in addition. */
export const kindsOnEveryPage: readonly Kind[] = contentKinds.flatMap(({ name, isOnEveryPage }) =>
  isOnEveryPage ? [name] : [],
)

/** The preview functions by kind. */
export const previewers: Readonly<Record<string, MakePreview>> = Object.fromEntries(
  contentKinds.flatMap(({ name, preview }) => (preview ? [[name, preview]] : [])),
)

/** A public response after the filters of all features; the same object if nothing changes. */
export async function asShown(services: Services, answer: unknown): Promise<unknown> {
  let shown = answer
  for (const kind of contentKinds) if (kind.shown) shown = await kind.shown(services, shown)
  return shown
}
