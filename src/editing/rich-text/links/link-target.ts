/** Where a link may lead: the web, a path of the site, a place on the page, a letter or a call. */
export const isLinkTarget = (href: string): boolean => /^(https?:\/\/[^/\s]|mailto:|tel:|\/(?!\/)|#)/i.test(href.trim())
