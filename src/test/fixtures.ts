import type { z } from 'zod'
import type { Message } from '#features/messages/contract'
import type { Numbers } from '#features/numbers/contract'
import type { MailStatus } from '#contract/mail-status'
import { byOtherLanguage } from '#i18n/by-language'
import type { Mail } from '#features/outbox/contract'
import type { EditedPage, PageContent } from '#features/pages/contract'
import type { postKind } from '#features/posts/contract'
import type { projectKind } from '#features/projects/contract'
import type { TranslationDetail } from '#records/translation/translation-contract'

type EditedPost = z.infer<typeof postKind.edited>

const moment = '2026-03-04T10:00:00.000Z'
const untranslated: EditedPost['translation'] = byOtherLanguage(() => ({ state: 'missing', fields: {} }))

/** A published post as its editors read it; as a list's row too, which tells less. */
export const editedPost: EditedPost = {
  id: 7,
  slug: 'first-post',
  title: 'First post',
  excerpt: 'About it',
  imageUrl: '/images/a.webp',
  category: '',
  author: '',
  publishedAt: moment,
  content: '<p>Body</p>',
  metadata: {},
  translations: {},
  updatedAt: moment,
  version: 3,
  status: 'published',
  draft: null,
  translation: untranslated,
}

/** A project as a list has it. */
export const editedProject: z.infer<typeof projectKind.editedSummary> = {
  id: 1,
  slug: 'tutor',
  title: 'Tutor',
  description: 'About it',
  excerpt: '',
  imageUrl: '/images/a.webp',
  category: 'Education',
  type: '',
  isFeatured: false,
  githubUrl: null,
  demoUrl: null,
  publishedAt: moment,
  translations: {},
  updatedAt: moment,
  version: 2,
  status: 'published',
  draft: null,
  translation: untranslated,
}

/** The page about the company as its editors read it. */
export const editedPage: EditedPage = {
  id: 4,
  page: 'about',
  content: '{"title":"About us"}',
  updatedAt: moment,
  version: 5,
  draft: null,
  translation: untranslated,
}

/** One that nobody has read yet. */
export const message: Message = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hi',
  message: 'Hi',
  submittedAt: moment,
  read: false,
  folder: 'inbox',
  spam: { score: 0, reasons: [] },
  replies: 0,
}

/** One that the mail server has refused. */
export const failedMail: Mail = {
  id: 72,
  kind: 'message',
  to: 'ada@acme.example',
  subject: 'Hello',
  state: 'failed',
  attempts: 3,
  messageId: '<72@acme.example>',
  lastError: 'No such mailbox',
  createdAt: moment,
  nextAttemptAt: null,
  sentAt: null,
}

/** A link to what is typed, which a colleague opens. */
export const previewLink = { url: 'https://acme.test/preview/token/', token: 'token', expiresAt: moment }

const about: PageContent = { id: 4, page: 'about', content: '{}', updatedAt: moment, version: 1 }
const nothingTranslated: TranslationDetail = { state: 'missing', fields: {}, changes: {}, draft: null }
const noMail: MailStatus = { configured: false, ok: null, lastError: null, waiting: 0, failed: 0 }

/** What screens ask beside what is tested; lists are empty. */
export function usualAnswer(address: string): unknown {
  const path = address.split('?')[0]!
  if (path.endsWith('/revisions')) return []
  if (path.endsWith('/translations/es')) return nothingTranslated
  return usualAnswers[path] ?? []
}

const nobody = { views: 0, visitors: 0 }
export const noVisits: Numbers = {
  total: nobody,
  previous: nobody,
  series: [{ date: '2026-01-01', ...nobody }],
  pages: [],
  referrers: [],
  languages: [],
  devices: [],
  campaigns: [],
  searches: [],
}

const usualAnswers: Record<string, unknown> = {
  '/api/account': { id: 1, username: 'ada', email: 'ada@example.com' },
  '/api/account/second-factor': { totp: false, passkeys: [], recoveryCodesLeft: 0 },
  '/api/auth/check': { authenticated: true, user: { id: 1, username: 'ada' } },
  '/api/mail': noMail,
  '/api/numbers': noVisits,
  '/api/numbers/live': { visitors: 0 },
  '/api/page-contents/about': about,
  '/api/status': { deafness: null },
  '/api/waiting': { untranslated: 0, undescribed: 0 },
}
