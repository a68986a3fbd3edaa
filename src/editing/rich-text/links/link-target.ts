/** Allowed link targets: web URLs, paths of the site, fragments, `mailto:` and `tel:`. */
export const isLinkTarget = (href: string): boolean => /^(https?:\/\/[^/\s]|mailto:|tel:|\/(?!\/)|#)/i.test(href.trim())
