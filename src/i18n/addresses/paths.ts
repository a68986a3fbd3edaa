/** The pages that are always there; where its records are shown, each kind of record says itself. */
export const sitePaths = {
  home: '/',
  projects: '/projects/',
  blog: '/blog/',
  about: '/about/',
  contact: '/contact/',
  legal: '/legal/',
} as const

/** Whether an address is that of a page which is always there. */
export const isSitePath = (address: string): boolean =>
  (Object.values(sitePaths) as readonly string[]).includes(address)

/** The last segment of the URL of a page's Markdown form. */
export const markdownFile = 'index.md'

export const searchPath = '/search/'

/** The login; whatever else begins so belongs to the admin too. */
export const adminPath = '/admin/'

/** Where a subscriber confirms their address, and where they leave: public, by the links of the mails to them. */
export const confirmationPath = '/waitlist/confirm/:token/'
export const unsubscribePath = '/unsubscribe/:token/'

/** The preview of an unpublished page; its token is the only credential. */
export const previewPath = '/preview/:token/'
