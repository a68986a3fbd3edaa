import { auth } from '#auth/feature'
import type { Feature } from '#base/feature'
import { writes } from '#base/writes/feature'
import { messages } from '#features/messages/feature'
import { pages } from '#features/pages/feature'
import { posts } from '#features/posts/feature'
import { projects } from '#features/projects/feature'
import { waitlist } from '#features/waitlist/feature'

/** All that the site can do. Everything that goes through the features reads this list; nothing else names them. */
export const features: readonly Feature[] = [auth, posts, projects, pages, waitlist, messages, writes]
