import { authApi } from '#auth/api'
import type { Feature } from '#base/feature'
import { messages } from '#features/messages/feature'
import { pages } from '#features/pages/feature'
import { posts } from '#features/posts/feature'
import { projects } from '#features/projects/feature'
import { waitlist } from '#features/waitlist/feature'

/** All that the site can do. Everything that goes through the features reads this list; nothing else names them. */
export const features: readonly Feature[] = [{ api: authApi }, posts, projects, pages, waitlist, messages]
