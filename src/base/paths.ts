/** The pages that are always there; where its records are shown, each kind of record says itself. */
export const sitePaths = {
  home: '/',
  projects: '/projects/',
  blog: '/blog/',
  about: '/about/',
  contact: '/contact/',
  legal: '/legal/',
} as const

export const searchPath = '/search/'

/** The admin's screens. The login stands before them; whatever else begins as it does belongs to the admin too. */
export const adminPaths = {
  login: '/admin/',
  dashboard: '/admin/dashboard/',
  blog: '/admin/blog/',
  projects: '/admin/projects/',
  content: '/admin/content/',
  waitlist: '/admin/waitlist/',
  messages: '/admin/messages/',
  settings: '/admin/settings/',
  media: '/admin/media/',
  redirects: '/admin/redirects/',
  translations: '/admin/translations/',
  outbox: '/admin/outbox/',
  people: '/admin/people/',
  account: '/admin/account/',
  activity: '/admin/activity/',
  privacy: '/admin/privacy/',
} as const

/** Where somebody who was invited becomes an administrator: open to whoever has the link. */
export const invitationPath = '/admin/invitation/:token/'

/** Where somebody who has forgotten their password sets another: open to whoever has the link. */
export const resetPath = '/admin/reset/:token/'

/** Where a subscriber confirms their address, and where they leave: public, by the links of the mails to them. */
export const confirmationPath = '/waitlist/confirm/:token/'
export const unsubscribePath = '/unsubscribe/:token/'

/** A page that is not published, for whoever has the link. */
export const previewPath = '/preview/:token/'
