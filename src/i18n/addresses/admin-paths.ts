import { adminPath } from './paths'

/** The admin's screens, before which stands the login. */
export const adminPaths = {
  login: adminPath,
  dashboard: '/admin/dashboard/',
  numbers: '/admin/numbers/',
  blog: '/admin/blog/',
  projects: '/admin/projects/',
  content: '/admin/content/',
  pages: '/admin/pages/',
  waitlist: '/admin/waitlist/',
  messages: '/admin/messages/',
  settings: '/admin/settings/',
  site: '/admin/site/',
  media: '/admin/media/',
  redirects: '/admin/redirects/',
  links: '/admin/links/',
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

/** Where somebody who was invited becomes an administrator: open to whoever has the link. */
export const invitationPath = '/admin/invitation/:token/'

/** Where somebody who has forgotten their password sets another: open to whoever has the link. */
export const resetPath = '/admin/reset/:token/'
