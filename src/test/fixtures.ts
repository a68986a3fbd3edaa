import type { SiteAnswer } from '#features/settings/site/contract'
import { withBuiltIn } from '#platform/owner/site'
import type { z } from 'zod'
import type { DayCounts } from '#contract/day-counts'
import type { MediaItem } from '#features/media/contract'
import type { Message } from '#features/messages/contract'
import type { VisitStatistics } from '#features/visits/contract'
import type { MailStatus } from '#contract/system'
import { byLanguage, byOtherLanguage } from '#i18n/by-language'
import type { Mail } from '#features/outbox/contract'
import type { EditedPageContent, PageContent } from '#features/page-contents/contract'
import type { postKind } from '#features/posts/contract'
import type { projectKind } from '#features/projects/contract'
import type { TranslationDetail } from '#records/translation/translation-contract'

type EditedPost = z.infer<typeof postKind.edited>

const moment = '2026-03-04T10:00:00.000Z'
const untranslated: EditedPost['translation'] = byOtherLanguage(() => ({ state: 'missing', fields: {} }))

/** A published post as its editors read it; also used as a list's row, which has fewer fields. */
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

/** A project in a list. */
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
  facts: [],
  results: [],
  publishedAt: moment,
  translations: {},
  updatedAt: moment,
  version: 2,
  status: 'published',
  draft: null,
  translation: untranslated,
}

/** The about page for its editors. */
export const editedPageContent: EditedPageContent = {
  id: 4,
  page: 'about',
  content: '{"title":"About us"}',
  updatedAt: moment,
  version: 5,
  draft: null,
  translation: untranslated,
}

/** An unread message. */
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

/** A mail that the mail server has refused. */
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

/** A preview link to share with a colleague. */
export const previewLink = { url: 'https://acme.test/preview/token/', token: 'token', expiresAt: moment }

const about: PageContent = { id: 4, page: 'about', content: '{}', updatedAt: moment, version: 1 }
const nothingTranslated: TranslationDetail = { state: 'missing', fields: {}, changes: {}, draft: null }
const noMail: MailStatus = { configured: false, ok: null, lastError: null, waiting: 0, failed: 0 }

/** Responses to secondary requests of screens; lists are empty. */
export function usualAnswer(address: string): unknown {
  const path = address.split('?')[0]!
  if (path.endsWith('/revisions')) return []
  if (path.endsWith('/translations/es')) return nothingTranslated
  return usualAnswers[path] ?? []
}

const nobody = { views: 0, visitors: 0 }
export const noVisits: VisitStatistics = {
  total: nobody,
  previous: nobody,
  series: [{ date: '2026-01-01', ...nobody }],
  before: [{ date: '2025-12-31', ...nobody }],
  pages: [],
  referrers: [],
  languages: [],
  devices: [],
  campaigns: [],
  searches: [],
}

const noDays: DayCounts = {
  total: 0,
  previous: 0,
  series: [{ date: '2026-01-01', count: 0 }],
  before: [{ date: '2025-12-31', count: 0 }],
}

const site: SiteAnswer = {
  version: 1,
  ...withBuiltIn(
    { siteName: 'Acme', githubUrl: 'https://github.com/acme', linkedinUrl: 'https://linkedin.com/acme' },
    {},
  ),
}

const usualAnswers: Record<string, unknown> = {
  '/api/account': { id: 1, username: 'ada', email: 'ada@example.com' },
  '/api/account/second-factor': { totp: false, passkeys: [], recoveryCodesLeft: 0 },
  '/api/auth/check': { authenticated: true, user: { id: 1, username: 'ada' } },
  '/api/contact/days': noDays,
  '/api/mail': noMail,
  '/api/numbers': noVisits,
  '/api/numbers/live': { visitors: 0 },
  '/api/page-contents/about': about,
  '/api/preview': { html: '' },
  '/api/setup': { open: false },
  '/api/site': site,
  '/api/site/brand': { name: 'Acme', accent: null, logo: null },
  '/api/status': { listenError: null },
  '/api/waitlist/days': noDays,
  '/api/waiting': { untranslated: 0, undescribed: 0 },
}

/** A picture of the library. */
export const picture = (id: number, more: Partial<MediaItem> = {}): MediaItem => ({
  id,
  url: `/media/${id}/picture-${id}.jpg`,
  name: `picture-${id}.jpg`,
  mime: 'image/jpeg',
  bytes: 2_483_112,
  width: 1600,
  height: 1000,
  alt: { ...byLanguage(() => 'A press'), es: 'Una prensa' },
  decorative: false,
  focus: { x: 0.5, y: 0.5 },
  usedIn: [],
  createdAt: '2026-03-02T09:00:00.000Z',
  version: 1,
  ...more,
})
