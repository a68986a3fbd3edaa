import { sessions, setupCodes, users } from '#auth/table'
import { idempotencyKeys, throttles } from '#base/writes/table'
import { contactMessages } from '#features/messages/table'
import { pageContents } from '#features/pages/table'
import { posts } from '#features/posts/table'
import { previews } from '#features/previews/table'
import { projects } from '#features/projects/table'
import { missingPaths, redirects } from '#features/redirects/table'
import { waitlistSubscribers } from '#features/waitlist/table'
import { recordDrafts, recordRevisions } from '#records/table'

/** All whose rows make a site what it is, by the names that an archive gives them. */
export const contentTables = {
  posts,
  projects,
  pages: pageContents,
  subscribers: waitlistSubscribers,
  messages: contactMessages,
  redirects,
  drafts: recordDrafts,
  revisions: recordRevisions,
  users,
}

/** Columns that came after the first release: an archive of before does not hold them, and its rows begin as those of then did. */
export const laterColumns: { [Name in keyof typeof contentTables]?: readonly string[] } = {
  posts: ['status', 'trashedFrom', 'trashedAt'],
  projects: ['status', 'publishedAt', 'trashedFrom', 'trashedAt', 'position'],
}

/** All whose rows belong to a running site: no archive holds them, and a restored site begins without them. */
export const passingTables = [sessions, idempotencyKeys, setupCodes, throttles, missingPaths, previews]
