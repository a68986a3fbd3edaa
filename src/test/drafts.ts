import type { MessageDraft } from '#features/messages/contract'
import type { PostDraftInput } from '#features/posts/contract'
import type { ProjectDraftInput } from '#features/projects/contract'

export const postDraft = (changes: Partial<PostDraftInput> = {}): PostDraftInput => ({
  title: 'First light',
  excerpt: 'How we began.',
  content: '<p>We began.</p>',
  imageUrl: '/images/first-light.webp',
  ...changes,
})

export const projectDraft = (changes: Partial<ProjectDraftInput> = {}): ProjectDraftInput => ({
  title: 'Lease Reader',
  description: 'Reads leases.',
  content: '<p>Four hundred leases.</p>',
  category: 'Real Estate',
  imageUrl: 'https://example.com/lease.webp',
  ...changes,
})

export const messageDraft = (changes: Partial<MessageDraft> = {}): MessageDraft => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'An engine',
  message: 'Good day.\nHave you a moment?',
  ...changes,
})
