import { auth } from '#auth/feature'
import { assetsFeature } from '#platform/assets/feature'
import type { Kind } from '#platform/events/events'
import type { MakePreview, MarkAnswer } from '#platform/feature'
import { writes } from '#platform/writes/feature'
import { activity } from '#features/activity/feature'
import { mediaFeature } from '#features/media/feature'
import { messages } from '#features/messages/feature'
import { outbox } from '#features/outbox/feature'
import { pages } from '#features/pages/feature'
import { posts } from '#features/posts/feature'
import { privacy } from '#features/privacy/feature'
import { projects } from '#features/projects/feature'
import { redirects } from '#features/redirects/feature'
import { searchFeature } from '#features/search/feature'
import { settings } from '#features/settings/feature'
import { waitlist } from '#features/waitlist/feature'
import { history, type RecordFeature } from '#records/feature'
import { presence } from '#records/presence/feature'

const content: readonly RecordFeature[] = [posts, projects, pages]

/**
 * All that the site can do. Everything that goes through the features reads this list, in this order; nothing else
 * names them. What keeps records of people comes before what tells of such records.
 */
export const features: readonly RecordFeature[] = [
  ...content,
  mediaFeature(content.flatMap(({ naming = [] }) => naming)),
  waitlist,
  messages,
  redirects,
  outbox,
  settings,
  activity,
  privacy(() => features),
  searchFeature(content.flatMap(({ findable = [] }) => findable)),
  history,
  presence(() => Object.keys(previewers)),
  auth,
  writes,
  assetsFeature,
]

/** What can be shown before it is published, by its kind. */
export const previewers: Readonly<Record<string, MakePreview>> = Object.assign(
  {},
  ...features.map(({ previews }) => previews),
)

/** How what is previewed says where its texts come from, by its kind. */
export const markers: Readonly<Record<string, MarkAnswer>> = Object.assign({}, ...features.map(({ marks }) => marks))

/** All that public answers can depend on. */
export const publicKinds: readonly Kind[] = features.flatMap(
  ({ reads = [], addresses, topics = [], onEveryPage = [] }) => [
    ...[...reads, ...(addresses ? [addresses] : [])].flatMap(({ kinds }) => kinds),
    ...topics,
    ...onEveryPage,
  ],
)

/** What every public answer that shows records depends on beside those. */
export const kindsOnEveryPage: readonly Kind[] = features.flatMap(({ onEveryPage = [] }) => onEveryPage)
