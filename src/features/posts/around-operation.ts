import { operation } from '#base/http/operation'
import type { AroundPost } from './around-contract'

const example: AroundPost = { previous: null, next: null, related: [] }

export const aroundOperation = operation({
  id: 'findPostsAround',
  tag: 'Blog',
  summary: 'What stands around a post',
  description:
    'The posts before and after one by date, and up to three related ones: those of its category first, then those with the most words in common.',
  parameters: {
    key: { description: 'The slug of the blog post in any language.', example: 'measuring-before-building' },
  },
  revalidates: true,
  answers: { 200: { description: 'The posts around it.', example, headers: ['ETag'] } },
  refusals: [404],
})
