import type { MessageInput } from '#features/messages/contract'
import type { z } from 'zod'
import type { postKind } from '#features/posts/contract'
import type { projectKind } from '#features/projects/contract'

export type PostBody = z.input<typeof postKind.input>
type ProjectBody = z.input<typeof projectKind.input>

export const postInput = (changes: Partial<PostBody> = {}): PostBody => ({
  title: 'First light',
  excerpt: 'How we began.',
  content: '<p>We began.</p>',
  imageUrl: '/images/first-light.webp',
  ...changes,
})

export const projectInput = (changes: Partial<ProjectBody> = {}): ProjectBody => ({
  title: 'Lease Reader',
  description: 'Reads leases.',
  content: '<p>Four hundred leases.</p>',
  category: 'Real Estate',
  imageUrl: 'https://example.com/lease.webp',
  ...changes,
})

export const messageInput = (changes: Partial<MessageInput> = {}): Omit<MessageInput, 'formTime'> => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'An engine',
  message: 'Good day.\nHave you a moment?',
  ...changes,
})
