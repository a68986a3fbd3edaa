import { z } from 'zod'
import { readReadable, starterFolder } from '#platform/readable-rows'

const texts = z.looseObject({ title: z.string(), excerpt: z.string(), content: z.string() })
const record = z.looseObject({
  ...texts.shape,
  slug: z.string(),
  imageUrl: z.string(),
  translations: z.object({ es: texts }),
})
const post = z.looseObject({ ...record.shape, publishedAt: z.string() })
const project = z.looseObject({
  ...record.shape,
  isFeatured: z.boolean(),
  githubUrl: z.string().optional(),
  demoUrl: z.string().optional(),
})
const page = z.object({
  page: z.string(),
  content: z.looseObject({ translations: z.object({ es: z.record(z.string(), z.unknown()) }) }),
})

const { posts, projects, pages } = z
  .object({ posts: z.array(post), projects: z.array(project), pages: z.array(page) })
  .parse(readReadable(starterFolder))

/** Newest first, as the blog shows them. */
export const starterPosts = posts.toReversed()
/** Oldest first, so that a list by descending id opens with the newest. */
export const starterProjects = projects
export const starterPages = Object.fromEntries(pages.map(({ page: name, content }) => [name, content]))
