/** The built-in pages; the paths of records are declared by their kinds. */
export const sitePaths = {
  home: '/',
  projects: '/projects/',
  blog: '/blog/',
  about: '/about/',
  contact: '/contact/',
  legal: '/legal/',
} as const

/** The last segment of the URL of a page's Markdown form. */
export const markdownFile = 'index.md'

export const searchPath = '/search/'

/** The prefix of the admin, and the path of its login. */
export const adminPath = '/admin/'
