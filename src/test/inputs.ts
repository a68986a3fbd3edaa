import type { MessageInput } from '#features/messages/contract'

export const postInput = <Changes extends object>(changes: Changes = {} as Changes) => ({
  title: 'First light',
  excerpt: 'How we began.',
  content: '<p>We began.</p>',
  imageUrl: '/images/first-light.webp',
  ...changes,
})

export const projectInput = <Changes extends object>(changes: Changes = {} as Changes) => ({
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
