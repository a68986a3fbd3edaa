import { sessions, setupCodes, users } from '#auth/table'
import { idempotencyKeys, throttles } from '#base/writes/table'
import { contactMessages } from '#features/messages/table'
import { pageContents } from '#features/pages/table'
import { posts } from '#features/posts/table'
import { projects } from '#features/projects/table'
import { waitlistSubscribers } from '#features/waitlist/table'
import { recordDrafts, recordRevisions } from '#records/table'

/** All whose rows make a site what it is, by the names that an archive gives them. */
export const contentTables = {
  posts,
  projects,
  pages: pageContents,
  subscribers: waitlistSubscribers,
  messages: contactMessages,
  drafts: recordDrafts,
  revisions: recordRevisions,
  users,
}

/** All whose rows belong to a running site: no archive holds them, and a restored site begins without them. */
export const passingTables = [sessions, idempotencyKeys, setupCodes, throttles]
