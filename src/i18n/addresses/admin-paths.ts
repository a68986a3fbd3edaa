import { adminPath } from './paths'

/** The admin's screens, which require a session. */
export const adminPaths = {
  login: adminPath,
  setup: '/admin/setup/',
  dashboard: '/admin/dashboard/',
  visits: '/admin/numbers/',
  blog: '/admin/blog/',
  projects: '/admin/projects/',
  content: '/admin/content/',
  customPages: '/admin/pages/',
  waitlist: '/admin/waitlist/',
  messages: '/admin/messages/',
  settings: '/admin/settings/',
  site: '/admin/site/',
  media: '/admin/media/',
  redirects: '/admin/redirects/',
  links: '/admin/links/',
  checks: '/admin/checks/',
  samples: '/admin/samples/',
  translations: '/admin/translations/',
  outbox: '/admin/outbox/',
  people: '/admin/people/',
  account: '/admin/account/',
  activity: '/admin/activity/',
  privacy: '/admin/privacy/',
  system: '/admin/system/',
  integrations: '/admin/integrations/',
  import: '/admin/import/',
  newsletters: '/admin/newsletters/',
} as const

/** The screen of an invitation link; its token is the only credential. */
export const invitationPath = '/admin/invitation/:token/'

/** The screen of a password reset link; its token is the only credential. */
export const resetPath = '/admin/reset/:token/'
