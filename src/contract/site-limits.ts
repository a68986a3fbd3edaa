/** How many entries a menu has at most, and each of them below it. */
export const longestMenu = 8
/** Characters of what an entry is called. */
export const longestLabel = 60
export const mostSocialLinks = 12
