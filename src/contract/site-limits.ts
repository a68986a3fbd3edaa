/** Maximum number of entries in the menu, and in a submenu. */
export const longestMenu = 8
/** Maximum characters of an entry's label. */
export const longestLabel = 60
export const mostSocialLinks = 12
