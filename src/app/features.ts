import { auth } from '#auth/feature'
import type { Kind } from '#base/events'
import type { Feature } from '#base/feature'
import { writes } from '#base/writes/feature'
import { messages } from '#features/messages/feature'
import { pages } from '#features/pages/feature'
import { posts } from '#features/posts/feature'
import { projects } from '#features/projects/feature'
import { previews } from '#features/previews/feature'
import { redirects } from '#features/redirects/feature'
import { waitlist } from '#features/waitlist/feature'

/** All that the site can do. Everything that goes through the features reads this list; nothing else names them. */
export const features: readonly Feature[] = [auth, posts, projects, pages, waitlist, messages, redirects, previews, writes]

/** All that public answers can depend on. */
export const publicKinds: readonly Kind[] = features.flatMap(({ reads = [], topics = [] }) => [...reads.flatMap(({ kinds }) => kinds), ...topics])
